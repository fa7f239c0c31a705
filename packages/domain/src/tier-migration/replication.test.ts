import { expect, it } from 'vitest'
import { blocksOfName, findLateParts, findUnfetched, highestBlocks } from './replication.ts'

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
const waiting = (...queuedParts: string[]) => ({ isReadonly: false, isLogBehind: false, queuedParts })

it('reads partition and blocks from the name of a part, with and without a mutation', () => {
  expect(blocksOfName('202401_3_7_2')).toEqual({ partitionId: '202401', minBlock: 3n, maxBlock: 7n })
  expect(blocksOfName('all_0_0_0_12')).toEqual({ partitionId: 'all', minBlock: 0n, maxBlock: 0n })
  expect(blocksOfName('tmp_insert_x')).toBeNull()
})

it('misses what is queued and nothing of which is there, of this partition and up to the block of the plan', () => {
  const sight = waiting('202401_3_3_0', '202401_0_1_1', '202402_1_1_0', '202401_9_9_0')
  expect(findUnfetched(sight, '202401', [part(0n), part(1n)], 5n)).toEqual(['202401_3_3_0'])
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
