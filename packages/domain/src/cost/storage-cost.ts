import type { LocalPrices, ObjectPrices } from './price-book.ts'
import type { DiskPrices } from './price-of-disk.ts'

export const bytesPerGib = 1024 ** 3
/** Cloud billing counts 730 hours per month. */
const hoursPerMonth = 730
export const daysPerMonth = hoursPerMonth / 24
export const msPerMonth = hoursPerMonth * 3_600_000

/** Bytes on a disk, and the number of objects (on a local disk: files). */
export interface StoredAmount {
  bytes: number
  objects: number
}

/** Monthly storage cost; null where the disk has no price. */
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
 * A lower bound on a class with a minimum billed size: every object at that size, or their total, whichever is more.
 */
export function objectCostPerMonth(
  { bytes, objects }: StoredAmount,
  { gibMonth, minimumObjectBytes }: Pick<ObjectPrices, 'gibMonth' | 'minimumObjectBytes'>,
): number {
  return (Math.max(bytes, objects * minimumObjectBytes) / bytesPerGib) * gibMonth
}

/** For disks billed as a whole: the share that no table's bytes account for. */
export function idleDiskCostPerMonth(totalBytes: number, tableBytes: number, prices: DiskPrices): number {
  if (prices.kind !== 'local' || prices.basis === 'used') return 0
  return localCostPerMonth(Math.max(0, totalBytes - tableBytes), prices)
}

/** Null if one of them is unknown: a partial sum would look complete. */
export function addCosts(costs: Iterable<number | null>): number | null {
  let sum = 0
  for (const cost of costs) {
    if (cost === null) return null
    sum += cost
  }
  return sum
}
