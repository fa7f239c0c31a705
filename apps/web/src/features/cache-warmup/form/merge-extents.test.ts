import { expect, it } from 'vitest'
import { mergeExtents } from './merge-extents.ts'

const extent = (node: string, partitionId: string, newestAt: string | null, cachedBytes = 0n) => ({
  ...{ node, partitionId, cachedBytes, cache: 'c', wantedBytes: 10n },
  newestAt: newestAt === null ? null : new Date(newestAt),
})

it('sums nodes and caches, the newest first', () => {
  expect(
    mergeExtents([
      extent('a', '1', '2026-01-01', 4n),
      extent('b', '1', '2026-01-03'),
      extent('a', '2', '2026-02-01'),
      extent('a', '2', null),
    ]),
  ).toEqual([
    { partitionId: '2', newestAt: new Date('2026-02-01'), nodes: 1, wantedBytes: 20n, cachedBytes: 0n },
    { partitionId: '1', newestAt: new Date('2026-01-03'), nodes: 2, wantedBytes: 20n, cachedBytes: 4n },
  ])
})
