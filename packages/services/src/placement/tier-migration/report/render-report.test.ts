import { expect, it } from 'vitest'
import type { TierMigrationProof } from '../export-proof.ts'
import { renderReport } from './render-report.ts'

const hostile = `</style><script>alert("x")</script><img src=x onerror='y'>\u202e`
const at = new Date('2026-11-21T10:00:00Z')

const part = (name: string, hash: string) => ({
  name,
  rows: '5',
  bytesOnDisk: '70',
  disk: 'cold',
  hash,
  minBlock: '1',
  maxBlock: '1',
})

type Step = TierMigrationProof['steps'][number]

function proofOf(step: Partial<Step>, name = 'trips'): TierMigrationProof {
  const steps = { total: 1, planned: 0, running: 0, completed: 1, failed: 0, cancelled: 0, skipped: 0 }
  return {
    exportedAt: at,
    migration: {
      ...{ id: 'id-1', clusterId: 'c', clusterSlug: 'c', clusterName: name, database: name, table: name },
      ...{
        storagePolicy: name,
        targetVolume: name,
        status: 'completed',
        deepCheck: false,
        batchId: null,
        checkOfId: null,
      },
      ...{
        requestedBy: name,
        startedBy: name,
        cancelledBy: null,
        pausedBy: null,
        createdAt: at,
        startedAt: at,
      },
      ...{
        finishedAt: at,
        waitReason: null,
        error: null,
        totalParts: 1,
        totalRows: 5n,
        totalBytes: 70n,
        movedParts: 1,
      },
      ...{ inFlight: { parts: [], bytes: 0n, sentBytes: 0n }, unseenNodes: [], phases: [], leftBytes: 0n },
      ...{ movedBytes: 70n, steps, goal: { kind: 'partitions', partitionIds: [name] }, limits: {} },
      checks: [{ id: 'free-space', node: name, outcome: 'passed', text: name, hint: null }],
      deepChecks: [],
      review: null,
      estimate: null,
      needsApproval: false,
    },
    steps: [
      {
        ...{ id: 's', ordinal: 0, position: 0, nodeName: name, shard: 1, replica: 1, partitionId: name },
        ...{ partition: name, fromVolumes: [name], toVolume: name, plannedParts: 1, plannedRows: 5n },
        ...{ uploader: null, sharedBytes: 0n, sharers: null, sharedObjects: null, ownObjects: null },
        sharingFault: null,
        ...{ plannedBytes: 70n, granularity: 'partition', optimizeFirst: false, status: 'completed' },
        ...{ attempts: 1, movedParts: 1, movedBytes: 70n, uploadedBytes: 0n, waitReason: null },
        ...{ sentBytes: 0n, readBytes: 0n, activity: null },
        ...{ errorCode: null, error: null, failures: 0, wastedBytes: 0n, breaker: null },
        ...{
          proof: 'identical',
          deepCheckVerdict: null,
          deepCheck: null,
          reads: [],
          startedAt: at,
          finishedAt: at,
        },
        before: [part(name, 'aa')],
        after: [part(name, 'aa')],
        statements: [
          {
            ...{ id: 'm', kind: 'move', statement: name, queryId: 'query-1', parts: [name], bytes: 70n },
            ...{ status: 'done', errorCode: null, error: null, sentAt: at, finishedAt: at },
          },
        ],
        ...step,
      } as Step,
    ],
  }
}

it('says at the top that nothing needs a look when all is identical', () => {
  const report = renderReport(proofOf({}))
  expect(report).toContain(
    '1 part (70 B) arrived on trips; 1 of 1 step has the same parts, rows, bytes and hashes before and after.',
  )
  expect(report).toContain('<p class="verdict good">')
  expect(report).toContain('equal aa')
  expect(report).toContain('query-1')
})

it('puts exceptions before everything else', () => {
  const report = renderReport(
    proofOf({ status: 'failed', error: 'Code 243', proof: null, after: [part('trips', 'bb')] }),
  )
  expect(report).toContain('1 exception needs a look')
  expect(report.indexOf('Code 243')).toBeLessThan(report.indexOf('<h2>Totals</h2>'))
  expect(report).toContain('differs aa → bb')
})

it('has no exceptions before the start, and says that nothing has moved', () => {
  const proof = proofOf({ status: 'planned', proof: null, after: null, movedBytes: 0n, movedParts: 0 })
  proof.migration.status = 'planned'
  proof.migration.startedAt = null
  proof.migration.finishedAt = null
  const report = renderReport(proof)
  expect(report).toContain('Nothing has moved: 1 part (70 B) would move to trips in 1 step after the start.')
  expect(report).toContain('<h2>Exceptions</h2>\n<p>None.</p>')
  expect(report).not.toContain('a look')
})

it('tells what has arrived while it runs, and what has failed so far', () => {
  const proof = proofOf({ status: 'failed', error: 'Code 243', proof: null, movedBytes: 0n })
  proof.migration.status = 'running'
  proof.migration.movedBytes = 0n
  const report = renderReport(proof)
  expect(report).toContain('0 B of 70 B arrived on trips; 1 of 1 step has failed. 1 exception needs a look.')
  expect(report).not.toContain('It is running')
})

it('tells of a step that has not waited for all parts of its shard', () => {
  const report = renderReport(proofOf({ notFetched: 2, endReason: 'Waited 30 minutes.' }))
  expect(report).toContain('The step ended without all parts of its shard. Waited 30 minutes.')
})

it('lets no name out of its place, and holds nothing that runs or loads', () => {
  const sum = { rows: '5', checksum: '1', queryId: hostile }
  const deepCheck = { before: sum, after: sum, parts: [{ name: hostile, passed: false, message: hostile }] }
  const report = renderReport(
    proofOf(
      {
        status: 'failed',
        error: hostile,
        deepCheckVerdict: 'failed',
        deepCheck: {
          ...deepCheck,
          checkQueryId: hostile,
          comparison: 'equal',
          reason: hostile,
          checkedAt: null,
        },
      },
      hostile,
    ),
  )
  expect(report).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;')
  expect(report).not.toMatch(/<script|<img|<a |<link|\u202e/)
  expect(report.match(/<\/style>/g)).toHaveLength(1)
})

it('reads on a phone and in print: counts are grouped, each finding stands once, cells know their column', () => {
  const proof = proofOf({ plannedRows: 1_234_567n })
  const [check] = proof.migration.checks
  if (!check) throw new Error('The proof has no check.')
  proof.migration.checks.push({ ...check, node: 'other' })
  const report = renderReport(proof)
  expect(report).toContain('data-column="Rows">1,234,567</td>')
  expect(report).toContain('data-column="Rows before">5</td>')
  expect(report).toContain('<li>passed on trips, other: trips</li>')
  expect(report).toContain('1 part, 1,234,567 rows')
})

it('compares the estimate with what was measured', () => {
  const proof = proofOf({})
  const { migration } = proof
  const text = (estimate: TierMigrationProof['migration']['estimate']) =>
    renderReport({
      ...proof,
      migration: { ...migration, estimate, finishedAt: new Date(at.getTime() + 600_000) },
    })
  const estimate = {
    duration: { fastMs: 60_000, slowMs: 900_000, measuredMoves: 9 },
    requests: { writes: 1_234, reads: 0 },
    cost: { amount: 0.006, currency: '$' },
  }
  expect(text(estimate)).toContain('60 s to 15.0 min, from 9 measured statements.')
  expect(text(estimate)).toContain('<dt>Duration measured</dt><dd>10.0 min.</dd>')
  expect(text(estimate)).toContain('$0.0060.')
  expect(text({ ...estimate, duration: null })).toContain('no rate had been measured yet')
  expect(text(null)).not.toContain('estimated')
})
