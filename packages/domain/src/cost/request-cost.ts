import type { Tier } from '../placement/tier.ts'
import type { ObjectPrices } from './price-book.ts'
import { bytesPerGib, msPerMonth } from './storage-cost.ts'

/** Requests to a store in some time, by what they are billed as. */
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

/** An hour times 730 is a month that somebody may still believe; less is chance. */
export const minProjectedMs = 3_600_000

/** How many times the window fits into a month; null where it is too short to say. */
export function monthsFactor(windowMs: number): number | null {
  return windowMs < minProjectedMs ? null : msPerMonth / windowMs
}

/** What a million GETs cost, in hundredths of the currency. */
export function centsPerMillionReads(prices: Pick<ObjectPrices, 'perThousandReads'>): number {
  return Math.round(prices.perThousandReads * 100_000 * 1_000_000) / 1_000_000
}

/** Small files that a part has beside those of system.parts: checksums, columns, serialization, metadata version, codec. */
const uncountedFiles = 5n

/**
 * In how many objects active parts lie on a store: one a file, and those that system.parts does not count (26.7 writes five
 * a part, other versions one or two fewer).
 */
export function objectsOfParts({ parts, files }: { parts: bigint; files: bigint }): bigint {
  return files + parts * uncountedFiles
}

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
