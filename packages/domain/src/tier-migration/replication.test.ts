import { expect, it } from 'vitest'
import {
  blocksOfName,
  findLateParts,
  findUnfetched,
  highestBlocks,
  type ReplicationSight,
} from './replication.ts'

const part = (minBlock: bigint, maxBlock = minBlock) => ({
  name: `202401_${minBlock}_${maxBlock}_0`,
  partitionId: '202401',
  partition: '202401',
  rows: 1n,
  bytesOnDisk: 1n,
  disk: 'default',
  hash: '',
  minBlock,
  maxBlock,
  newestMs: null,
})
const waiting = (...queuedParts: string[]): ReplicationSight => ({
  ...{ isReadonly: false, isLogBehind: false, isAttaching: false, queuedParts, merges: [] },
})
const merging = (sources: string[], name: string, fetchedFromBytes: bigint | null): ReplicationSight => ({
  ...waiting(),
  merges: [{ name, sources, fetchedFromBytes, isFetching: false }],
})

it('reads partition and blocks from the name of a part, with and without a mutation', () => {
  expect(blocksOfName('202401_3_7_2')).toEqual({
    ...{ partitionId: '202401', minBlock: 3n, maxBlock: 7n, level: 2, mutation: 0n },
  })
  expect(blocksOfName('all_0_0_0_12')).toMatchObject({ partitionId: 'all', level: 0, mutation: 12n })
  expect(blocksOfName('tmp_insert_x')).toBeNull()
})

it('misses what is queued and nothing of which is there, of this partition and up to the block of the plan', () => {
  const sight = waiting('202401_3_3_0', '202401_0_0_0', '202402_1_1_0', '202401_9_9_0')
  expect(findUnfetched(sight, '202401', [part(0n), part(1n)], 5n)).toEqual([
    { name: '202401_3_3_0', isMerge: false },
  ])
})

it('misses a part that is fetched in the place of its own, and one that covers more than is there', () => {
  const sight = waiting('202401_0_0_0_7', '202401_1_2_1')
  expect(findUnfetched(sight, '202401', [part(0n), part(1n)], 5n).map(({ name }) => name)).toEqual([
    '202401_0_0_0_7',
    '202401_1_2_1',
  ])
})

it('misses a merged part only where it is fetched, and not once it is there', () => {
  const sources = ['202401_0_0_0', '202401_1_1_0']
  const own = [part(0n), part(1n)]
  const names = (sight: ReplicationSight, parts = own) =>
    findUnfetched(sight, '202401', parts, 5n).map(({ name, isMerge }) => `${name} ${isMerge}`)
  expect(names(merging(sources, '202401_0_1_1', null))).toEqual([])
  expect(names(merging(sources, '202401_0_1_1', 0n))).toEqual(['202401_0_1_1 true'])
  expect(names(merging(sources, '202401_0_1_1', 2n))).toEqual(['202401_0_1_1 true'])
  expect(names(merging(sources, '202401_0_1_1', 3n))).toEqual([])
  expect(names(merging(sources, '202401_0_1_1', 0n), [{ ...part(0n, 1n), name: '202401_0_1_1' }])).toEqual([])
  // It cannot merge what it does not have.
  expect(names(merging(sources, '202401_0_1_1', null), [part(0n)])).toEqual(['202401_0_1_1 true'])
})

it('takes with it what was fetched late, and not what was inserted after the plan', () => {
  expect(findLateParts([part(0n)], [part(0n), part(3n), part(6n)], 5n)).toEqual([part(3n)])
})

it('knows the highest block of a shard from each replica and from what they are still to fetch', () => {
  const replicas = [
    { parts: [part(0n), part(2n)], replication: waiting() },
    { parts: [part(0n)], replication: waiting('202401_4_4_0', '202402_1_1_0') },
  ]
  expect([...highestBlocks(replicas)]).toEqual([
    ['202401', 4n],
    ['202402', 1n],
  ])
})
