import type { Tier } from '../placement/tier.ts'

export interface StoredCopy {
  shard: number
  tier: Tier
  bytes: bigint
  /** The replicas of a shard share the objects of this table (zero-copy replication). */
  shared: boolean
}

/**
 * What is paid for: every copy, but of those on a store that the replicas of a shard share one, the largest, since a
 * lagging replica knows less.
 * @param keyOf equal for what the replicas share: the table or partition, and its disk.
 */
export function dropSharedCopies<Copy extends StoredCopy>(
  copies: readonly Copy[],
  keyOf: (copy: Copy) => string,
): Copy[] {
  const largest = new Map<string, Copy>()
  const isShared = ({ shared, tier }: Copy) => shared && tier === 'cold'
  for (const copy of copies) {
    if (!isShared(copy)) continue
    const key = `${copy.shard} ${keyOf(copy)}`
    const known = largest.get(key)
    if (!known || known.bytes < copy.bytes) largest.set(key, copy)
  }
  const paid = new Set(largest.values())
  return copies.filter((copy) => !isShared(copy) || paid.has(copy))
}
