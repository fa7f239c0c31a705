import type { ObjectPrices } from '../cost/price-book.ts'
import { requestCost } from '../cost/request-cost.ts'
import { objectCostPerMonth } from '../cost/storage-cost.ts'

interface PricedArchive {
  /** Of the partitions, on all replicas together. */
  replicaBytes: bigint
  fileBytes: bigint
  files: number
}

export interface ArchiveCost {
  /** All replicas on the cold tier. */
  coldPerMonth: number
  archivePerMonth: number
  /** Writing and proving the files. */
  once: number
  /** Reading all of it once in place, or for a restore. */
  perRead: number
  /** So many such reads in a month cost what the storage saves. Null: reads are free, or nothing is saved. */
  readsPerMonthLimit: number | null
}

/** A server reads a file in ranges of about this size, and its footer before. */
const bytesPerRead = 8 * 1024 * 1024
/** Parts of an upload. */
const bytesPerWrite = 16 * 1024 * 1024

/** An archive has one copy, the cold tier one per replica. Objects of parts are not counted: they add to the cold tier. */
export function priceArchive(
  { replicaBytes, fileBytes, files }: PricedArchive,
  prices: ObjectPrices,
): ArchiveCost {
  const bytes = Number(fileBytes)
  const read = { reads: Math.ceil(bytes / bytesPerRead) + 2 * files, readBytes: bytes }
  const coldPerMonth = objectCostPerMonth({ bytes: Number(replicaBytes), objects: 0 }, prices)
  const archivePerMonth = objectCostPerMonth({ bytes, objects: files }, prices)
  const perRead = requestCost({ writes: 0, ...read }, prices)
  const saved = coldPerMonth - archivePerMonth
  return {
    ...{ coldPerMonth, archivePerMonth, perRead },
    once:
      perRead +
      requestCost({ writes: Math.ceil(bytes / bytesPerWrite) + files, reads: 0, readBytes: 0 }, prices),
    readsPerMonthLimit: saved > 0 && perRead > 0 ? saved / perRead : null,
  }
}
