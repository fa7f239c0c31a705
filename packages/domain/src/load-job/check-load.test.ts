import { expect, it } from 'vitest'
import { checkLoad, type LoadFacts } from './check-load.ts'

const fine: LoadFacts = {
  sizeBytes: 3000n,
  unreadable: 0,
  unreadableExample: null,
  formats: ['CSVWithNames'],
  landing: [
    { node: 'a', freeBytes: 1500n },
    { node: 'b', freeBytes: null },
  ],
  engine: 'MergeTree',
  carried: false,
  missingNodes: [],
  awayReplicas: [],
  readOnlyNodes: [],
  quorum: { replicas: 1, most: 2, asked: '', sequential: false, short: [] },
  materializedViews: [],
  sample: { rows: 10n, partitions: 2n, expiredMoves: 0n, expiredDeletes: 0n },
  strategyRefusal: null,
  staging: [],
  badRows: null,
  duplicates: { rule: 'ask' as const, window: null, loaded: null },
}
const notPassed = (facts: Partial<LoadFacts>) =>
  checkLoad({ ...fine, ...facts })
    .filter(({ outcome }) => outcome !== 'passed')
    .map(({ id, outcome }) => [id, outcome])

it('finds nothing where all is well', () => {
  expect(notPassed({})).toEqual([])
})

it('keeps what cannot work from starting', () => {
  expect(notPassed({ unreadable: 1, unreadableExample: 'a//b' })).toEqual([['readable-keys', 'blocking']])
  expect(notPassed({ missingNodes: ['c'] })).toEqual([['target-nodes', 'blocking']])
  expect(notPassed({ sample: { failed: 'Cannot parse' } })).toEqual([['conversion', 'blocking']])
  expect(notPassed({ engine: 'ReplicatedMergeTree' })).toEqual([])
  expect(notPassed({ engine: 'SharedMergeTree' })).toEqual([['target-engine', 'blocking']])
  expect(
    notPassed({ badRows: { rule: { kind: 'skip', maxRowsPerObject: 1 }, format: 'ORC', nodes: [] } }),
  ).toEqual([['bad-rows', 'blocking']])
  expect(notPassed({ strategyRefusal: 'No key.' })).toEqual([['strategy', 'blocking']])
})

it('does not load into a Replicated database of several shards where rows would arrive twice', () => {
  const of = (blocks: number, carried = true) => ({
    ...{ engine: 'ReplicatedMergeTree', carried },
    duplicates: { rule: 'ask' as const, window: { seconds: 3600, blocks }, loaded: null },
  })
  expect(notPassed(of(0))).toEqual([['carried', 'blocking']])
  expect([of(100), of(0, false), { ...of(0), landing: fine.landing.slice(1) }].flatMap(notPassed)).toEqual([])
})

it('warns of what a person should know', () => {
  expect(notPassed({ formats: ['CSV', 'Parquet'] })).toEqual([['one-format', 'warning']])
  expect(notPassed({ sizeBytes: 3002n })).toEqual([['hot-space', 'warning']])
  expect(notPassed({ materializedViews: ['demo.mv'] })).toEqual([['materialized-views', 'warning']])
  expect(notPassed({ awayReplicas: [{ node: 'c', other: 'a' }] })).toEqual([['target-nodes', 'warning']])
  expect(notPassed({ engine: 'ReplicatedMergeTree', readOnlyNodes: ['a'] })).toEqual([
    ['writable', 'warning'],
  ])
  const quorum = {
    replicas: 2,
    most: 2,
    asked: 'The load requires a quorum of 2',
    sequential: false,
    short: [],
  }
  expect(notPassed({ quorum })).toEqual([])
  expect(notPassed({ quorum: { ...quorum, replicas: 3 } })).toEqual([['quorum', 'blocking']])
  expect(notPassed({ quorum: { ...quorum, short: [{ shard: 1, active: 1 }] } })).toEqual([
    ['quorum', 'warning'],
  ])
  expect(notPassed({ quorum: { ...quorum, replicas: 1, sequential: true } })).toEqual([['quorum', 'warning']])
  const sample = { rows: 10n, partitions: 101n, expiredMoves: 1n, expiredDeletes: 2n }
  expect(notPassed({ sample })).toEqual([
    ['partitions', 'warning'],
    ['ttl-at-once', 'warning'],
    ['ttl-at-once', 'warning'],
  ])
})
