/** What one node has of a table or of one of its partitions. */
export interface TableCopy {
  node: string
  shard: number
  /** Copies with the same value replicate each other. Null: not replicated, the rows are the node's own. */
  replicates: string | null
  rows: bigint
  bytes: bigint
  /** Null: just read. Otherwise the node is unreachable, and this is when it was last read. */
  lastSeen: Date | null
}

export interface UnseenNode {
  node: string
  shard: number
}

export interface LogicalCopies<Copy> {
  /** Their sum counts every row once: one replica per shard, or every node where nothing is replicated. */
  copies: Copy[]
  /** Nodes that may have uncounted rows. */
  unknown: UnseenNode[]
}

/**
 * The copies whose sum is logical: of replicas of each other the most complete one, which has the most rows, since a
 * lagging replica has fewer. A fresh reading takes precedence over an older one.
 * @param silent unreachable nodes without an earlier reading. Each counts as unknown unless a replica of its shard is
 * known, or replicas of one table are in several shards, so that all nodes have the same rows.
 */
export function chooseCopies<Copy extends TableCopy>(
  copies: readonly Copy[],
  silent: readonly UnseenNode[],
): LogicalCopies<Copy> {
  const best = new Map<string, Copy>()
  const shardOf = new Map<string, number>()
  const shards = new Set<number>()
  let spansShards = false
  for (const copy of copies) {
    const { replicates, shard } = copy
    const key = replicates === null ? `node ${copy.node}` : `group ${replicates}`
    const known = best.get(key)
    if (!known || isMoreComplete(copy, known)) best.set(key, copy)
    if (replicates === null) continue
    spansShards ||= (shardOf.get(replicates) ?? shard) !== shard
    shardOf.set(replicates, shard)
    shards.add(shard)
  }
  return {
    copies: [...best.values()],
    unknown: spansShards ? [] : silent.filter(({ shard }) => !shards.has(shard)),
  }
}

/** The first one wins a tie, so that a figure does not change its source with every reading. */
function isMoreComplete(copy: TableCopy, known: TableCopy): boolean {
  if ((copy.lastSeen === null) !== (known.lastSeen === null)) return copy.lastSeen === null
  if (copy.rows !== known.rows) return copy.rows > known.rows
  return copy.bytes > known.bytes
}
