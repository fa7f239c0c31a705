import type { LocalPrices, ObjectPrices } from './price-book.ts'
import type { DiskPrices } from './price-of-disk.ts'

export const bytesPerGib = 1024 ** 3
/** As bills of clouds have it: a month is 730 hours, whatever the calendar says. */
const hoursPerMonth = 730
export const daysPerMonth = hoursPerMonth / 24
export const msPerMonth = hoursPerMonth * 3_600_000

/** What lies on a disk: bytes, and in how many objects (on a local disk: files). */
export interface StoredAmount {
  bytes: number
  objects: number
}

/** What storing it costs each month; null where the disk has no price. */
export function storageCostPerMonth(stored: StoredAmount, prices: DiskPrices): number | null {
  switch (prices.kind) {
    case 'unknown':
      return stored.bytes === 0 ? 0 : null
    case 'local':
      return localCostPerMonth(stored.bytes, prices)
    case 'object':
      return objectCostPerMonth(stored, prices)
  }
}

export function localCostPerMonth(bytes: number, { gibMonth }: Pick<LocalPrices, 'gibMonth'>): number {
  return (bytes / bytesPerGib) * gibMonth
}

/**
 * On a class with a least billed size a lower bound: every object counts as that much, or all of them as what they are
 * together, whichever is more.
 */
export function objectCostPerMonth(
  { bytes, objects }: StoredAmount,
  { gibMonth, minimumObjectBytes }: Pick<ObjectPrices, 'gibMonth' | 'minimumObjectBytes'>,
): number {
  return (Math.max(bytes, objects * minimumObjectBytes) / bytesPerGib) * gibMonth
}

/** Where whole disks are paid for: the share that no table's bytes account for. */
export function idleDiskCostPerMonth(totalBytes: number, tableBytes: number, prices: DiskPrices): number {
  if (prices.kind !== 'local' || prices.basis === 'used') return 0
  return localCostPerMonth(Math.max(0, totalBytes - tableBytes), prices)
}

/** Null where one of them is not known: a sum without it would look like all. */
export function addCosts(costs: Iterable<number | null>): number | null {
  let sum = 0
  for (const cost of costs) {
    if (cost === null) return null
    sum += cost
  }
  return sum
}
