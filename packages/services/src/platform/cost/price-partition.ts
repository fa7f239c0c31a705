import {
  addCosts,
  daysPerMonth,
  dropSharedCopies,
  findBreakEven,
  minProjectedMs,
  type ObjectPrices,
  objectsOfParts,
  type PricedPartition,
  storageCostPerMonth,
} from '@frostline/domain'
import type { PartitionShare } from './read-table-shares.ts'
import type { PartitionCost } from './table-cost-schema.ts'

const dayMs = 86_400_000

export interface Judging {
  /** Prices of the cold disk that partitions would move to; null: the policy has none. */
  cold: ObjectPrices | null
  now: Date
  share: number
  cached: number
  bytesPerGet: number
  /** Null: as counted in query_log. */
  readsPerDay: number | null
}

/** One partition over all nodes: its cost, and the effect of moving its hot data. */
export function pricePartition(
  all: readonly [PartitionShare, ...PartitionShare[]],
  judging: Judging,
): PartitionCost {
  const { partition_id: partitionId, partition } = all[0].row
  const paid = dropSharedCopies(all, ({ row }) => row.disk_name)
  const bytesOf = (tier: PartitionShare['tier']) =>
    paid.reduce((sum, share) => (share.tier === tier ? sum + share.bytes : sum), 0n)
  const { newestAt, datedBy } = dateOf(all)
  const readsPerDay = judging.readsPerDay ?? countReads(all, judging.now)
  const { parts, files } = sumShares(paid)
  return {
    ...{ partitionId, partition, newestAt, datedBy, parts, files },
    ...{ hotBytes: bytesOf('hot'), coldBytes: bytesOf('cold'), unknownBytes: bytesOf('unknown') },
    perMonth: costOf(paid),
    readsPerDay,
    ...judgeMove(all, { readsPerDay, newestAt, judging }),
  }
}

function sumShares(shares: readonly PartitionShare[]): PricedPartition {
  return {
    bytes: shares.reduce((sum, { bytes }) => sum + bytes, 0n),
    parts: shares.reduce((sum, { row }) => sum + row.parts, 0n),
    files: shares.reduce((sum, { row }) => sum + row.files, 0n),
  }
}

function costOf(shares: readonly PartitionShare[]): number | null {
  return addCosts(
    shares.map(({ node, row }) =>
      storageCostPerMonth(
        { bytes: Number(row.bytes), objects: Number(objectsOfParts(row)) },
        node.pricing.pricesOf(row.disk_name),
      ),
    ),
  )
}

/** By its rows where every part has their times, otherwise by when the last part was written. */
function dateOf(shares: readonly PartitionShare[]): Pick<PartitionCost, 'newestAt' | 'datedBy'> {
  const ages = shares.map(({ row }) => row.max_time ?? endOfDay(row.max_date))
  const dated = ages.every((age) => age !== null)
  const times = dated ? ages : shares.map(({ row }) => row.last_modified)
  const newest = Math.max(...times.map((time) => time?.getTime() ?? Number.NEGATIVE_INFINITY))
  return { newestAt: new Date(newest), datedBy: dated ? 'rows' : 'parts' }
}

/** A replica pays for its own reads: the mean over replicas with the partition, over the period of their logs. */
function countReads(shares: readonly PartitionShare[], now: Date): number | null {
  const nodes = [...new Set(shares.map(({ node }) => node))]
  const id = shares[0]?.row.partition_id ?? ''
  let sum = 0
  for (const { reads } of nodes) {
    if (reads === null) return null
    const countedMs = now.getTime() - reads.from.getTime()
    // Minutes of logs say nothing about days.
    if (countedMs < minProjectedMs) return null
    sum += (reads.byPartition.get(id) ?? 0) / (countedMs / dayMs)
  }
  return sum / nodes.length
}

/** Its hot data, as if it moved to the cold disk. Replicas that share one copy there upload and store it once. */
function judgeMove(
  shares: readonly PartitionShare[],
  { readsPerDay, newestAt, judging }: { readsPerDay: number | null; newestAt: Date; judging: Judging },
): Pick<PartitionCost, 'move' | 'breakEven'> {
  const { cold, now, share, cached, bytesPerGet } = judging
  const hot = shares.filter(({ tier }) => tier === 'hot')
  const hotPerMonth = costOf(hot)
  if (hot.length === 0 || cold === null || hotPerMonth === null) return { move: null, breakEven: null }
  const moved = dropSharedCopies(
    hot.map((each) => ({ ...each, tier: 'cold' as const })),
    () => '',
  )
  const { once, readsPerDayLimit, savedPerMonth, months } = findBreakEven(
    sumShares(moved),
    { readsPerDay: readsPerDay ?? 0, share, cached, bytesPerGet, readersOfCopy: hot.length / moved.length },
    { hotPerMonth, cold },
  )
  const ageInDays = Math.max(0, (now.getTime() - newestAt.getTime()) / dayMs)
  const ageDays = months === null ? null : ageInDays + months * daysPerMonth
  return {
    move: { once, readsPerDayLimit },
    breakEven: readsPerDay === null ? null : { savedPerMonth, months, ageDays },
  }
}

function endOfDay(date: string | null): Date | null {
  return date === null ? null : new Date(`${date}T23:59:59Z`)
}
