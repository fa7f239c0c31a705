import type { Tier } from '../placement/tier.ts'
import type { LocalPrices, ObjectPrices, PriceBook } from './price-book.ts'

export type DiskPrices =
  | ({ kind: 'local' } & LocalPrices)
  | ({ kind: 'object' } & ObjectPrices)
  /** The server does not list the disk: nobody can say what is paid for it. */
  | { kind: 'unknown' }

/**
 * Prices of a disk: its own where the book has some of its kind, else those of its kind.
 * @param names all that the storage is called by: a cache and the disk under it are paid for once, by either name.
 */
export function pricesOfDisk(book: PriceBook, names: readonly string[], tier: Tier): DiskPrices {
  switch (tier) {
    case 'unknown':
      return { kind: 'unknown' }
    case 'hot':
      return { kind: 'local', ...localPricesOf(book, names) }
    case 'cold':
      return { kind: 'object', ...objectPricesOf(book, names) }
  }
}

export function localPricesOf(book: PriceBook, names: readonly string[]): LocalPrices {
  for (const own of book.disks)
    if (own.kind === 'local' && names.includes(own.disk)) return { gibMonth: own.gibMonth, basis: own.basis }
  return book.local
}

export function objectPricesOf(book: PriceBook, names: readonly string[]): ObjectPrices {
  for (const { disk, ...own } of book.disks)
    if (own.kind === 'object' && names.includes(disk)) {
      const { kind: _, ...prices } = own
      return prices
    }
  return book.object
}
