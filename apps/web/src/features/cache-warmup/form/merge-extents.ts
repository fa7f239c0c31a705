import type { WarmupTableFacts } from '../warmup.ts'

export interface PartitionRow {
  partitionId: string
  newestAt: Date | null
  nodes: number
  wantedBytes: bigint
  cachedBytes: bigint
}

/** One row per partition, over all nodes and caches; newest first, as they are read. */
export function mergeExtents(extents: WarmupTableFacts['extents']): PartitionRow[] {
  const rows = new Map<string, PartitionRow & { names: Set<string> }>()
  for (const { partitionId, node, newestAt, wantedBytes, cachedBytes } of extents) {
    const row = rows.get(partitionId)
    const names = (row?.names ?? new Set<string>()).add(node)
    rows.set(partitionId, {
      ...{ partitionId, names, nodes: names.size },
      newestAt: later(row?.newestAt ?? null, newestAt),
      wantedBytes: (row?.wantedBytes ?? 0n) + wantedBytes,
      cachedBytes: (row?.cachedBytes ?? 0n) + cachedBytes,
    })
  }
  return [...rows.values()]
    .map(({ names: _names, ...row }) => row)
    .toSorted(
      (a, b) =>
        (b.newestAt?.getTime() ?? 0) - (a.newestAt?.getTime() ?? 0) ||
        (a.partitionId < b.partitionId ? 1 : a.partitionId > b.partitionId ? -1 : 0),
    )
}

function later(a: Date | null, b: Date | null): Date | null {
  return a && b ? (a > b ? a : b) : (a ?? b)
}
