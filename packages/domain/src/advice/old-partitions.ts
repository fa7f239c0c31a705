import type { DiskPrices } from '../cost/price-of-disk.ts'
import { addCosts, storageCostPerMonth } from '../cost/storage-cost.ts'
import { sizeText } from '../text/size-text.ts'
import { type Advice, type AdviceGain, adviceKey, isWorthTelling } from './advice.ts'
import { count } from './words.ts'

/** Old partitions of a table on one hot disk of one node. */
export interface OldShare {
  bytes: bigint
  objects: bigint
  partitions: bigint
  prices: DiskPrices
}

export interface OldPartitionsFacts {
  database: string
  table: string
  /** Partitions whose newest row is older than this day, as YYYY-MM-DD in UTC. */
  before: string
  days: number
  shares: readonly OldShare[]
  /** The coldest volume of its policy on object storage. Null: it has none. */
  cold: { volume: string; prices: DiskPrices } | null
  /** Whether a TTL already moves its rows. */
  movedByTtl: boolean
  currency: string
  /** On the hot disks of the cluster. */
  hotBytes: bigint
}

/** Null if nothing is old, no target volume exists, or a price is unknown. */
export function adviseOldPartitions(facts: OldPartitionsFacts): Advice | null {
  const { database, table, cold, before, days } = facts
  const shares = facts.shares.filter(({ bytes }) => bytes > 0n)
  const bytes = shares.reduce((sum, share) => sum + share.bytes, 0n)
  if (cold === null || facts.movedByTtl || !isWorthTelling(bytes, facts.hotBytes)) return null
  const gain = gainOf(shares, { bytes, cold: cold.prices, currency: facts.currency })
  if (gain === null) return null
  // Replicas have the same partitions, so the max of them is the count.
  const partitions = shares.reduce((most, share) => (share.partitions > most ? share.partitions : most), 0n)
  const paidWhole = gain.kind === 'bytes' ? ' The price book has these disks paid as a whole.' : ''
  return {
    key: adviceKey('old-partitions', database, table),
    kind: 'old-partitions',
    subject: `${database}.${table}`,
    sentence: `${count(partitions, 'partition')} with ${sizeText(bytes)} on hot disks ${partitions === 1n ? 'is' : 'are'} older than ${days} days.${paidWhole}`,
    gain,
    plan: { kind: 'move', database, table, before, volume: cold.volume },
  }
}

/** With provisioned disks, a move frees bytes but saves no money. */
function gainOf(
  shares: readonly OldShare[],
  { bytes, cold, currency }: { bytes: bigint; cold: DiskPrices; currency: string },
): AdviceGain | null {
  if (shares.some(({ prices }) => prices.kind === 'local' && prices.basis === 'provisioned'))
    return { kind: 'bytes', bytes }
  const saved = addCosts(shares.map((share) => savingPerMonth(share, cold)))
  return saved !== null && saved > 0 ? { kind: 'money', perMonth: saved, currency, bytes } : null
}

/**
 * Monthly saving of storing the bytes on the cold disk. Replicas that share one copy there are counted as if each had
 * its own, so that the saving is never overstated. Null: a price is unknown.
 */
export function savingPerMonth(
  { bytes, objects, prices }: Pick<OldShare, 'bytes' | 'objects' | 'prices'>,
  cold: DiskPrices,
): number | null {
  const stored = { bytes: Number(bytes), objects: Number(objects) }
  const [before, after] = [storageCostPerMonth(stored, prices), storageCostPerMonth(stored, cold)]
  return before === null || after === null ? null : before - after
}
