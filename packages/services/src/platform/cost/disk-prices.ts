import { type DiskRow, sameStorage } from '@frostline/clickhouse'
import type { Transaction } from '@frostline/db'
import {
  type DiskPrices,
  defaultPriceBook,
  type PriceBook,
  priceBook,
  pricesOfDisk,
  type Tier,
  tierOfDisk,
} from '@frostline/domain'
import { toPlacedDisks } from '../reading/to-disk.ts'
import type { PriceBookView } from './price-book-schema.ts'

/** The cluster's prices as set by an admin, otherwise the defaults. */
export async function readPriceBook(
  db: Pick<Transaction, 'priceBook'>,
  clusterId: string,
): Promise<PriceBookView> {
  const stored = await db.priceBook.findUnique({ where: { clusterId } })
  if (!stored) return { book: defaultPriceBook, isDefault: true, setBy: null, setAt: null }
  const { prices, setBy, setAt } = stored
  return { book: priceBook.parse(prices), isDefault: false, setBy, setAt }
}

export interface DiskPricing {
  tierOf: (disk: string) => Tier
  pricesOf: (disk: string) => DiskPrices
}

/**
 * The disks of one node with their prices. A cache is priced like the store under it, whichever of them the book names.
 */
export function createDiskPricing(book: PriceBook, disks: readonly DiskRow[]): DiskPricing {
  const placed = toPlacedDisks(disks)
  const tierOf = (disk: string) => tierOfDisk(disk, placed)
  const known = new Map<string, DiskPrices>()
  return {
    tierOf,
    pricesOf(disk) {
      const present = known.get(disk)
      if (present) return present
      const prices = pricesOfDisk(book, [disk, ...sameStorage(disk, disks)], tierOf(disk))
      known.set(disk, prices)
      return prices
    },
  }
}
