import { expect, it } from 'vitest'
import { judgeCutOffUploads, type WatchedUpload } from './judge-cut-off-uploads.ts'
import { judgeExits, type WatchedExit } from './judge-exits.ts'

const minuteMs = 60_000
const nowMs = 3_000 * minuteMs
const exit: WatchedExit = {
  ...{ id: '0123456789', database: 'shop', table: 'events', status: 'running', reason: null },
  ...{ lastProgressMs: nowMs - 90 * minuteMs, didSome: true, localBytes: 0n, evidence: [] },
  settings: [
    { node: 'r1', enabled: true },
    { node: 'r2', enabled: true },
  ],
}
const halfOut = [
  { node: 'r1', enabled: false },
  { node: 'r2', enabled: true },
]
const told = (change: Partial<WatchedExit>) => judgeExits([{ ...exit, ...change }], 60, nowMs)
const textOf = (change: Partial<WatchedExit>) => told(change)[0]?.text

it('reports an exit that makes no progress or is paused, and what it holds', () => {
  expect(textOf({ reason: 'r2: no answer.' })).toBe(
    'The exit of shop.events from zero-copy replication has made no progress for 90 minutes. r2: no answer.',
  )
  expect(textOf({ status: 'paused', localBytes: 3n * 1024n ** 3n })).toBe(
    'The exit of shop.events from zero-copy replication is paused, with no progress for 90 minutes. 3.00 GiB of its parts stay on local disks until it continues or goes back.',
  )
  expect(told({ lastProgressMs: nowMs - 59 * minuteMs })).toEqual([])
  expect(told({ status: 'paused', lastProgressMs: nowMs - 59 * minuteMs })).toEqual([])
})

it('reports a failed exit until it is fixed if it changed something, else for a day', () => {
  const long = {
    status: 'failed',
    reason: 'Its tier migration failed.',
    lastProgressMs: nowMs - 2_900 * minuteMs,
  }
  expect(textOf(long)).toContain('failed. Its tier migration failed.')
  expect(told({ ...long, didSome: false })).toEqual([])
  expect(told({ ...long, didSome: false, lastProgressMs: nowMs - minuteMs })).toHaveLength(1)
})

it('reports a cancelled exit only while the setting differs between replicas', () => {
  expect(told({ status: 'cancelled' })).toEqual([])
  expect(told({ status: 'cancelled', settings: halfOut })).toMatchObject([
    {
      ...{ kind: 'zero-copy-exit', subject: 'shop.events (01234567)', exitId: exit.id, nodes: ['r1', 'r2'] },
      text: expect.stringContaining(
        'was cancelled half-way. Zero-copy replication is off on r1 and still on on r2',
      ),
    },
  ])
})

const upload: WatchedUpload = {
  ...{ migrationId: 'abcdefghij', database: 'shop', table: 'events', node: 'r1', partitionId: '202601' },
  ...{ bytes: 2n * 1024n ** 2n, found: null },
}
const judge = (...uploads: Partial<WatchedUpload>[]) =>
  judgeCutOffUploads(
    uploads.map((change) => ({ ...upload, ...change })),
    'USD',
    (node) => ({ node, sql: 'SELECT 1' }),
  )

it('reports interrupted uploads by tier migration, with what an audit found and what it costs', () => {
  expect(judge({})).toMatchObject([
    {
      ...{ kind: 'interrupted-uploads', subject: 'shop.events (abcdefgh)', migrationId: 'abcdefghij' },
      text: 'r1 stopped while it uploaded partition 202601 of shop.events to a disk that replicas share. ClickHouse does not remove what was uploaded. Up to 2.00 MiB may be left in the bucket. Audit the bucket to find it.',
      evidence: [{ node: 'r1', sql: 'SELECT 1' }],
    },
  ])
  const found = { objects: 17, byLog: 12, bytes: 1024n ** 3n, costPerMonth: 0.023 }
  const [both] = judge({ found }, { partitionId: '202602' })
  expect(both?.text).toContain('2 partitions of shop.events')
  expect(both?.text).toContain(
    'An audit found 17 objects of 1.00 GiB that no replica needs, about USD 0.02 a month. The log of the server names 12 of them; the others were written during the upload. Remove them through the quarantine. Up to 2.00 MiB may be left in the bucket besides.',
  )
})

it('ignores uploads of which an audit found nothing', () => {
  expect(judge({ found: { objects: 0, byLog: 0, bytes: 0n, costPerMonth: 0 } })).toEqual([])
})
