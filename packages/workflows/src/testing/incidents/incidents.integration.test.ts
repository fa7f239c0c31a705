import { expect, it } from 'vitest'
import { runIncidents } from './run-incidents.ts'

// All kinds: npm run incidents.
it('finds the true cause of incidents on real engines first, and accuses nobody before', async () => {
  const lines: string[] = []
  const { outcomes, quiet } = await runIncidents({
    ...{ seed: 1, kinds: ['throttled store', 'memory limit'], quietPeriods: 0, whyNoReplicas: 'not here' },
    times: { usualMs: 10_000, faultMs: 8_000, maxFaultMs: 60_000, settleMs: 1_000 },
    report: (line) => lines.push(line),
  })
  expect(quiet.accused, lines.join('\n')).toEqual([])
  expect(outcomes.map(({ name, place }) => `${name}: ${place}`).toSorted(), lines.join('\n')).toEqual([
    'memory limit: 1',
    'throttled store: 1',
  ])
}, 300_000)
