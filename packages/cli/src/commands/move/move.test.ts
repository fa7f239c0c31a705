import { describe, expect, it } from 'vitest'
import { describeProofs, type Migration } from './finish-move.ts'
import { judgePreview, type MovePreview } from './judge-preview.ts'
import { readMoveRequest } from './read-request.ts'
import { renderPreview } from './render-preview.ts'

const now = new Date('2026-04-01T00:00:00Z')

describe('readMoveRequest', () => {
  it('makes the request of the options', () => {
    expect(
      readMoveRequest(
        'demo',
        'lab.trips',
        { to: 'cold', olderThan: '90d', rate: '50MiB', concurrency: 2, deepCheck: true },
        now,
      ),
    ).toEqual({
      ...{ cluster: 'demo', database: 'lab', table: 'trips', targetVolume: 'cold', deepCheck: true },
      goal: { kind: 'older-than', before: '2026-01-01T00:00:00.000Z' },
      limits: { concurrencyPerReplica: 2, bandwidthBytesPerSecond: '52428800' },
    })
    expect(readMoveRequest('demo', 'lab.trips', { align: 'coldest' }, now)).toEqual({
      ...{
        cluster: 'demo',
        database: 'lab',
        table: 'trips',
        goal: { kind: 'align-replicas', to: 'coldest' },
      },
    })
    expect(
      readMoveRequest('demo', 'lab.trips', { to: 'hot', partition: ['202401', '202402'] }, now).goal,
    ).toEqual({
      ...{ kind: 'partitions', partitionIds: ['202401', '202402'] },
    })
  })
})

const check = { id: 'free-space', node: null, text: 'Too little space.', hint: 'Free some.' }
describe('judgePreview', () => {
  const nothing = { ...check, id: 'something-to-move', outcome: 'blocking' as const }
  it.each([
    ['ready', true, []],
    ['nothing', false, [nothing]],
    ['blocked', false, [{ ...check, outcome: 'blocking' as const }]],
    ['blocked', false, [nothing, { ...check, outcome: 'blocking' as const }]],
    ['blocked', false, []],
  ])('is %s', (state, accepted, checks) => {
    expect(judgePreview({ accepted, checks })).toBe(state)
  })
})

it('prints a plan as a person reads it', () => {
  const request = readMoveRequest('demo', 'lab.trips', { to: 'cold', olderThan: '90d' }, now)
  const totals = { parts: 3, rows: '1000000', bytes: '1610612736' }
  const preview = {
    ...{ observedAt: '', accepted: false, totals },
    checks: [
      { ...check, node: 'shard-1-replica-1', outcome: 'blocking' },
      { ...check, outcome: 'warning', hint: null },
      { ...check, outcome: 'passed' },
    ],
    steps: [
      {
        ...{
          ordinal: 1,
          node: 'shard-1-replica-1',
          shard: 1,
          replica: 1,
          partitionId: '202401',
          partition: '202401',
        },
        ...{
          fromVolumes: ['hot'],
          toVolume: 'cold',
          totals,
          sharing: null,
          granularity: 'part',
          optimizeFirst: false,
        },
        ...{ statements: [], statementCount: 3 },
      },
    ],
    estimate: {
      ...{
        duration: { fastMs: 60_000, slowMs: 120_000, measuredMoves: 8 },
        requests: { writes: 120, reads: 30 },
      },
      ...{ cost: { amount: 0.0006, currency: '$' }, ends: null, notes: [] },
    },
  } satisfies MovePreview
  expect(renderPreview(request, preview)).toBe(
    `Plan for lab.trips on demo: move partitions older than 2026-01-01 00:00:00 UTC to cold

STEP  NODE               PARTITION  FROM  TO    PARTS       ROWS     BYTES
   1  shard-1-replica-1  202401     hot   cold      3  1,000,000  1.50 GiB

1 step: 3 parts, 1,000,000 rows, 1.50 GiB.
Duration: 1 m 00 s to 2 m 00 s. Requests: 120 PUT, 30 GET, $0.0006.

Blocked: shard-1-replica-1: Too little space.
  Free some.
Warning: Too little space.
1 check passed.`,
  )
})

it('counts proofs and deep checks of a migration', () => {
  const step = (proof: string | null, deepCheckVerdict: string | null) => ({ proof, deepCheckVerdict })
  const migration = {
    movedParts: 4,
    movedBytes: '2048',
    stepList: [step('identical', 'passed'), step('identical', 'failed'), step(null, null)],
  }
  expect(describeProofs(migration as Migration)).toBe(
    'Moved 4 parts, 2.00 KiB. Proof: 2 steps identical, deep check failed for 1 step.',
  )
})
