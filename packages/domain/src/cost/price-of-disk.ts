import type { Tier } from '../placement/tier.ts'
import type { LocalPrices, ObjectPrices, PriceBook } from './price-book.ts'

export type DiskPrices =
  | ({ kind: 'local' } & LocalPrices)
  | ({ kind: 'object' } & ObjectPrices)
  /** The server does not list the disk, so its price is unknown. */
  | { kind: 'unknown' }

/**
 * Prices of a disk: its own where the book has matching ones, else those of its kind.
 * @param names all names of the storage: a cache and the disk under it are billed once, by either name.
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

const standard: ObjectPrices = {
  ...{ gibMonth: 0.023, perThousandWrites: 0.005, perThousandReads: 0.0004 },
  ...{ egressGib: 0, minimumObjectBytes: 0, minimumDays: 0 },
}

/** A class for infrequent access: smaller and younger objects are billed at this size and age. */
export const infrequentAccess: ObjectPrices = {
  ...{ gibMonth: 0.0125, perThousandWrites: 0.01, perThousandReads: 0.001 },
  ...{ egressGib: 0.01, minimumObjectBytes: 128 * 1024, minimumDays: 30 },
}

const glacierInstant: ObjectPrices = {
  ...{ gibMonth: 0.004, perThousandWrites: 0.02, perThousandReads: 0.01 },
  ...{ egressGib: 0.03, minimumObjectBytes: 128 * 1024, minimumDays: 90 },
}

/**
 * The default until an admin sets prices: list prices for the first 50 TB a month. Traffic between a store and servers
 * of its region is free. A month has 730 hours, a GB 2^30 bytes.
 */
export const defaultPriceBook: PriceBook = {
  currency: '$',
  source: 'AWS list prices in us-east-1: S3 Standard for object storage, EBS gp3 for local disks',
  asOf: '2026-11-22',
  local: { gibMonth: 0.08, basis: 'used' },
  object: standard,
  disks: [],
}

/** Templates of the same region and date, one for each common choice. */
export const objectPriceTemplates: readonly { label: string; prices: ObjectPrices }[] = [
  { label: 'S3 Standard', prices: standard },
  { label: 'S3 Standard-IA', prices: infrequentAccess },
  { label: 'S3 One Zone-IA', prices: { ...infrequentAccess, gibMonth: 0.01 } },
  { label: 'S3 Glacier Instant Retrieval', prices: glacierInstant },
]
