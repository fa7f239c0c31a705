import type { TierMigrationLimits } from '@frostline/domain'
import { expect, it } from 'vitest'
import { readForm } from '@/form/use-form.ts'
import { describePace } from './describe-pace.ts'
import { draftOf, paceForm } from './pace-draft.ts'

const all: TierMigrationLimits = {
  concurrencyPerReplica: 2,
  bandwidthBytesPerSecond: String(20 * 1024 * 1024),
  window: { timeZone: 'Europe/Berlin', spans: [{ days: [1, 2, 3, 4, 5], from: '22:00', to: '06:00' }] },
  pacing: { foregroundP95Ms: 300, mergePoolPercent: 60, storeErrorPercent: 0.5 },
}

it.each<[string, TierMigrationLimits]>([
  ['nothing', {}],
  ['everything', all],
  [
    'a window of several spans',
    {
      window: {
        timeZone: 'UTC',
        spans: [
          { days: [6], from: '00:00', to: '24:00' },
          { days: [0, 3], from: '22:00', to: '02:30' },
        ],
      },
    },
  ],
  ['a limit that is no round number of MiB', { bandwidthBytesPerSecond: '10000001' }],
  [
    'choices for replicas',
    { replicas: { behind: 'refuse', readOnly: 'leave', away: 'wait', waitSeconds: 5400 } },
  ],
  ['a wait of seconds', { replicas: { waitSeconds: 7 } }],
  ['only pacing', { pacing: { storeErrorPercent: 0 } }],
])('round-trips %s through the form', (_, limits) => {
  expect(readForm(paceForm, draftOf(limits, 'UTC')).value).toEqual(limits)
})

it('reports which field is wrong', () => {
  const draft = draftOf(all, 'UTC')
  const [span] = draft.spans
  if (!span) throw new Error('The window has a span')
  const faultsOf = (change: Partial<typeof draft>) =>
    Object.keys(readForm(paceForm, { ...draft, ...change }).faults)
  expect(faultsOf({ mebibytesPerSecond: '0.01' })).toEqual(['mebibytesPerSecond'])
  expect(faultsOf({ foregroundP95Ms: '1.5' })).toEqual(['foregroundP95Ms'])
  expect(faultsOf({ timeZone: 'Mars/Olympus' })).toEqual(['timeZone'])
  expect(faultsOf({ replicas: { ...draft.replicas, waitMinutes: '0' } })).toEqual(['replicas.waitMinutes'])
  expect(faultsOf({ spans: [{ ...span, days: [], to: '22:00' }] }).sort()).toEqual([
    'spans.0.days',
    'spans.0.to',
  ])
})

it('describes the pace in words', () => {
  expect(describePace({})).toEqual(['One statement at a time on each replica, no rate limit, at any time.'])
  expect(describePace(all)).toEqual([
    '2 statements at a time on each replica, at most 20.0 MiB/s.',
    'Only Mon to Fri 22:00 to 06:00 (next day), Europe/Berlin.',
    'Waits while foreground queries are slower than 300 ms (p95), more than 60 % of the merge threads are busy, or more than 0.5 % of the requests to the object store fail. Starts at 8 MiB/s on each replica, slows down after each wait, and speeds up while the node is quiet.',
  ])
})
