import type { ObjectPrices } from '../cost/price-book.ts'
import { requestCost } from '../cost/request-cost.ts'
import { daysPerMonth, objectCostPerMonth } from '../cost/storage-cost.ts'

/** Classes of Amazon S3 that an archive can be put into, the most expensive storage first. */
export const storageClasses = ['STANDARD', 'STANDARD_IA', 'GLACIER_IR', 'GLACIER', 'DEEP_ARCHIVE'] as const
export type ArchiveStorageClass = (typeof storageClasses)[number]

export const retrievalTiers = ['standard', 'bulk'] as const
export type RetrievalTier = (typeof retrievalTiers)[number]

interface ClassFacts {
  label: string
  /** Storage is billed for at least so many days. */
  minDays: number
  /** Hours until a file can be read, as Amazon states them. Null: at once. */
  retrievalHours: Readonly<Record<RetrievalTier, number>> | null
}

export const storageClassFacts: Readonly<Record<ArchiveStorageClass, ClassFacts>> = {
  STANDARD: { label: 'Standard', minDays: 0, retrievalHours: null },
  STANDARD_IA: { label: 'Standard-IA', minDays: 30, retrievalHours: null },
  GLACIER_IR: { label: 'Glacier Instant Retrieval', minDays: 90, retrievalHours: null },
  GLACIER: {
    label: 'Glacier Flexible Retrieval',
    minDays: 90,
    retrievalHours: { standard: 5, bulk: 12 },
  },
  DEEP_ARCHIVE: { label: 'Glacier Deep Archive', minDays: 180, retrievalHours: { standard: 12, bulk: 48 } },
}

function factsOf(storageClass: string): ClassFacts | null {
  return storageClasses.some((known) => known === storageClass)
    ? storageClassFacts[storageClass as ArchiveStorageClass]
    : null
}

/** Also of classes that only lifecycle rules choose. */
export function nameStorageClass(storageClass: string): string {
  return factsOf(storageClass)?.label ?? storageClass
}

/** Files in it cannot be read before a copy was retrieved. */
export function needsRetrieval(storageClass: string): boolean {
  return (factsOf(storageClass)?.retrievalHours ?? null) !== null
}

/**
 * Whether INSERT INTO FUNCTION s3(…, storage_class_name = …) writes it. 26.7 refuses classes that it could not read back; other
 * versions were not tried.
 */
export function isWrittenByServer(storageClass: ArchiveStorageClass, serverVersion: string): boolean {
  const [major = 0, minor = 0] = serverVersion.split('.').map(Number)
  const isTried = major > 26 || (major === 26 && minor >= 7)
  return isTried && storageClass !== 'STANDARD' && !needsRetrieval(storageClass)
}

interface StoredFile {
  storageClass: string
  /** A readable copy is there. */
  isRetrieved: boolean
  sizeBytes: bigint
}

export interface Retrieval {
  files: number
  bytes: bigint
  /** Until all of them can be read, at the latest. */
  hours: number
}

/** What has to be retrieved before files can be read. Null: nothing. */
export function planRetrieval(files: readonly StoredFile[], tier: RetrievalTier): Retrieval | null {
  const away = files.filter(({ storageClass, isRetrieved }) => needsRetrieval(storageClass) && !isRetrieved)
  if (away.length === 0) return null
  return {
    files: away.length,
    bytes: away.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0n),
    hours: Math.max(...away.map((file) => factsOf(file.storageClass)?.retrievalHours?.[tier] ?? 0)),
  }
}

/**
 * Requests, the price per GiB read, and the copies for their days. The price book has one price per GiB read: that of the class
 * where it charges retrieval.
 */
export function priceRetrieval({ files, bytes }: Retrieval, days: number, prices: ObjectPrices): number {
  const amount = { bytes: Number(bytes), objects: files }
  return (
    requestCost({ writes: files, reads: 0, readBytes: amount.bytes }, prices) +
    (objectCostPerMonth(amount, prices) * days) / daysPerMonth
  )
}
