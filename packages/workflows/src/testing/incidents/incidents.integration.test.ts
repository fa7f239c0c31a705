import { expect, it } from 'vitest'
import { runIncidents } from './run-incidents.ts'

it('finds the true cause of incidents on real engines first, and accuses nobody in a quiet time', async () => {
  const lines: string[] = []
  const { outcomes, quiet } = await runIncidents({
    ...{ seed: 1, kinds: ['throttled store', 'memory limit', 'merge backlog'], quietPeriods: 1 },
    times: { usualMs: 14_000, faultMs: 10_000 },
    report: (line) => lines.push(line),
  })
  expect(quiet.accused, lines.join('\n')).toEqual([])
  expect(outcomes.map(({ name, place }) => `${name}: ${place}`).toSorted(), lines.join('\n')).toEqual([
    'memory limit: 1',
    'merge backlog: 1',
    'throttled store: 1',
  ])
}, 300_000)
