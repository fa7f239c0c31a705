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

const standard: ObjectPrices = {
  ...{ gibMonth: 0.023, perThousandWrites: 0.005, perThousandReads: 0.0004 },
  ...{ egressGib: 0, minimumObjectBytes: 0, minimumDays: 0 },
}

/** Of a class for what is seldom read: smaller and younger objects are billed as this large and this old. */
export const infrequentAccess: ObjectPrices = {
  ...{ gibMonth: 0.0125, perThousandWrites: 0.01, perThousandReads: 0.001 },
  ...{ egressGib: 0.01, minimumObjectBytes: 128 * 1024, minimumDays: 30 },
}

const glacierInstant: ObjectPrices = {
  ...{ gibMonth: 0.004, perThousandWrites: 0.02, perThousandReads: 0.01 },
  ...{ egressGib: 0.03, minimumObjectBytes: 128 * 1024, minimumDays: 90 },
}

/**
 * Until an admin sets others: a template, since nobody pays exactly this. The first 50 TB a month; traffic between a store
 * and servers of its region is free of charge there. A month has 730 hours, a GB 2^30 bytes.
 */
export const defaultPriceBook: PriceBook = {
  currency: '$',
  source: 'AWS list prices in us-east-1: S3 Standard for object storage, EBS gp3 for local disks',
  asOf: '2026-11-22',
  local: { gibMonth: 0.08, basis: 'used' },
  object: standard,
  disks: [],
}

/** Templates of the same place and day, each for what people most often have. */
export const objectPriceTemplates: readonly { label: string; prices: ObjectPrices }[] = [
  { label: 'S3 Standard', prices: standard },
  { label: 'S3 Standard-IA', prices: infrequentAccess },
  { label: 'S3 One Zone-IA', prices: { ...infrequentAccess, gibMonth: 0.01 } },
  { label: 'S3 Glacier Instant Retrieval', prices: glacierInstant },
]
