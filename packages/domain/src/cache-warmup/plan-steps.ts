import { groupBy } from '../group-by.ts'
import { compareText } from '../text/compare-text.ts'
import type { WarmupPartitions } from './warmup-spec.ts'

/** The bytes of a partition behind one cache of one node, for the chosen columns. */
export interface PartitionExtent {
  node: string
  cache: string
  partitionId: string
  /** Null where its parts have no time. */
  newestAt: Date | null
  wantedBytes: bigint
  /** Of these bytes. */
  cachedBytes: bigint
}

/**
 * The extents to read, newest partition first, on all nodes. `newest` counts partitions over all nodes together, so
 * that every replica reads the same ones.
 */
export function planWarmupSteps(
  extents: readonly PartitionExtent[],
  partitions: WarmupPartitions,
): PartitionExtent[] {
  const ranks = rankPartitions(extents)
  const chosen = partitions.kind === 'chosen' ? new Set(partitions.ids) : null
  const most = partitions.kind === 'newest' ? partitions.count : Number.POSITIVE_INFINITY
  const rankOf = (extent: PartitionExtent) => ranks.get(extent.partitionId) ?? Number.POSITIVE_INFINITY
  return extents
    .filter((extent) => (chosen ? chosen.has(extent.partitionId) : rankOf(extent) < most))
    .toSorted((a, b) => rankOf(a) - rankOf(b) || compareText(a.node, b.node) || compareText(a.cache, b.cache))
}

/** Newest first, from 0; those without a time last, higher ids first. */
function rankPartitions(extents: readonly PartitionExtent[]): Map<string, number> {
  const newest = new Map<string, number>()
  for (const { partitionId, newestAt } of extents)
    newest.set(
      partitionId,
      Math.max(
        newest.get(partitionId) ?? Number.NEGATIVE_INFINITY,
        newestAt?.getTime() ?? Number.NEGATIVE_INFINITY,
      ),
    )
  const ids = [...newest]
    .toSorted(([idA, atA], [idB, atB]) => (atA === atB ? compareText(idB, idA) : atA < atB ? 1 : -1))
    .map(([id]) => id)
  return new Map(ids.map((id, rank) => [id, rank]))
}

/**
 * Keeps one replica per shard: of those with the most of these partitions, the one with the least to fetch. A lagging
 * replica would otherwise look cheapest.
 */
export function keepOneReplica(
  steps: readonly PartitionExtent[],
  shardOf: (node: string) => number,
): PartitionExtent[] {
  const shards = groupBy(steps, ({ node }) => String(shardOf(node)))
  const kept = new Set([...shards.values()].map(chooseReplica))
  return steps.filter(({ node }) => kept.has(node))
}

function chooseReplica(steps: readonly PartitionExtent[]): string | undefined {
  const replicas = [...groupBy(steps, ({ node }) => node)].map(([node, own]) => ({
    node,
    partitions: new Set(own.map(({ partitionId }) => partitionId)).size,
    toFetch: own.reduce((sum, { wantedBytes, cachedBytes }) => sum + wantedBytes - cachedBytes, 0n),
  }))
  const [first] = replicas.toSorted(
    (a, b) =>
      b.partitions - a.partitions ||
      (a.toFetch === b.toFetch ? compareText(a.node, b.node) : a.toFetch < b.toFetch ? -1 : 1),
  )
  return first?.node
}
