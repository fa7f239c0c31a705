import type { Tier } from '../placement/tier.ts'

export interface StoredCopy {
  /** Copies with the same value replicate each other. Null: nothing copies them. */
  replicates: string | null
  tier: Tier
  bytes: bigint | number
  /** The replicas share the objects of this table (zero-copy replication). */
  shared: boolean
}

/**
 * What lies on disks and in buckets: every copy, but of those on a store that replicas share one, the largest, since a lagging
 * replica knows less. Where each of two replicas has objects that the other does not refer to yet, a lower bound.
 * @param keyOf equal for what the replicas share: a partition of a table on a disk.
 */
export function dropSharedCopies<Copy extends StoredCopy>(
  copies: readonly Copy[],
  keyOf: (copy: Copy) => string,
): Copy[] {
  const largest = new Map<string, Copy>()
  const isShared = ({ shared, tier, replicates }: Copy) => shared && tier === 'cold' && replicates !== null
  for (const copy of copies) {
    if (!isShared(copy)) continue
    const key = `${copy.replicates} ${keyOf(copy)}`
    const known = largest.get(key)
    if (!known || known.bytes < copy.bytes) largest.set(key, copy)
  }
  const paid = new Set(largest.values())
  return copies.filter((copy) => !isShared(copy) || paid.has(copy))
}
