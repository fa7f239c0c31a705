import type { Tier } from '../placement/tier.ts'
import type { ObjectPrices } from './price-book.ts'
import { bytesPerGib, msPerMonth } from './storage-cost.ts'

/** Requests to a store in a period, by billing class. */
export interface RequestCounts {
  writes: number
  reads: number
  readBytes: number
}

export type RequestPrices = Pick<ObjectPrices, 'perThousandWrites' | 'perThousandReads' | 'egressGib'>

export function requestCost({ writes, reads, readBytes }: RequestCounts, prices: RequestPrices): number {
  return (
    (writes * prices.perThousandWrites + reads * prices.perThousandReads) / 1_000 +
    (readBytes / bytesPerGib) * prices.egressGib
  )
}

/** The shortest window worth extrapolating to a month (times 730). */
export const minProjectedMs = 3_600_000

/** How many such windows a month has; null if the window is too short. */
export function monthsFactor(windowMs: number): number | null {
  return windowMs < minProjectedMs ? null : msPerMonth / windowMs
}

/** Price of a million GETs in cents. */
export function centsPerMillionReads(prices: Pick<ObjectPrices, 'perThousandReads'>): number {
  return Math.round(prices.perThousandReads * 100_000 * 1_000_000) / 1_000_000
}

/** Files per part that system.parts does not count: checksums, columns, serialization, metadata version, codec. */
const uncountedFiles = 5n

/**
 * Number of objects of active parts on a store: one per file, plus those that system.parts does not count (26.7 writes
 * five per part, other versions one or two fewer).
 */
export function objectsOfParts({ parts, files }: { parts: bigint; files: bigint }): bigint {
  return files + parts * uncountedFiles
}

export interface StoredCopy {
  /** Copies with the same value replicate each other. Null: not replicated. */
  replicates: string | null
  tier: Tier
  bytes: bigint | number
  /** The replicas share the objects of this table (zero-copy replication). */
  shared: boolean
}

/**
 * What disks and buckets hold: every copy, except that of copies shared on a store only the largest counts, since a
 * lagging replica knows less. A lower bound where two replicas each have objects that the other does not refer to yet.
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
