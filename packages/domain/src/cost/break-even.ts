import { requestsOf } from '../ttl/ttl-load.ts'
import type { ObjectPrices } from './price-book.ts'
import { objectsOfParts, requestCost } from './request-cost.ts'
import { daysPerMonth, objectCostPerMonth } from './storage-cost.ts'

/** A partition as pricing needs it: what all replicas together would move. */
export interface PricedPartition {
  bytes: bigint
  parts: bigint
  files: bigint
}

/** How it is read once it is on object storage. */
export interface ReadAssumption {
  /** Queries per day and replica that read it. */
  readsPerDay: number
  /** Replicas that read from one stored copy: more than one where they share it. */
  readersOfCopy: number
  /** Share of it that one query reads, 0 to 1, columns and rows combined. */
  share: number
  /** Share of that served from a cache, 0 to 1. */
  cached: number
  /** Bytes per GET for larger files. */
  bytesPerGet: number
}

/**
 * Measured on 26.7 with a part of 126 MiB in 19 files: 0.4 to 1.9 MiB per GET without a cache (168 GETs in total; this
 * estimate gives 145), 1.4 to 5.7 MiB with one.
 */
export const usualBytesPerGet = 1024 * 1024

/** Estimated requests of one query: one GET per file, and one per further piece. */
export function requestsOfRead(
  partition: PricedPartition,
  { share, cached, bytesPerGet }: Pick<ReadAssumption, 'share' | 'cached' | 'bytesPerGet'>,
): { reads: number; readBytes: number } {
  const taken = share * (1 - cached)
  return {
    reads: taken * (Number(partition.files) + Math.floor(Number(partition.bytes) / bytesPerGet)),
    readBytes: taken * Number(partition.bytes),
  }
}

/** PUTs and parts of multipart uploads. Assumes parts of equal size. */
export function writesOfMove({ bytes, parts, files }: PricedPartition): number {
  if (parts === 0n) return 0
  const { writes } = requestsOf({ files: files / parts, bytesOnDisk: bytes / parts })
  return Number(writes * parts + (files % parts))
}

export interface BreakEven {
  /** One-time cost of the move: a PUT per file, and parts of multipart uploads. */
  once: number
  /** Monthly storage savings less the cost of reads. Negative: cold costs more. */
  savedPerMonth: number
  /** Until the savings have paid for the move and for the minimum storage time of the class; null: never. */
  months: number | null
  /**
   * Reads per day at which the cold tier saves nothing; 0: not even without reads. Null: no number of reads makes it
   * more expensive.
   */
  readsPerDayLimit: number | null
}

/**
 * When the cold tier has paid for the move. Local storage counts as saved for the bytes that leave it; with disks
 * billed as a whole this holds once the disk is shrunk or used for other data. A class with a minimum storage time is
 * billed for that long, so before then the full amount has to be recovered.
 * @param prices.hotPerMonth what the partition costs where it is.
 */
export function findBreakEven(
  partition: PricedPartition,
  reading: ReadAssumption,
  { hotPerMonth, cold }: { hotPerMonth: number; cold: ObjectPrices },
): BreakEven {
  const stored = { bytes: Number(partition.bytes), objects: Number(objectsOfParts(partition)) }
  const coldPerMonth = objectCostPerMonth(stored, cold)
  const once = requestCost({ writes: writesOfMove(partition), reads: 0, readBytes: 0 }, cold)
  const perRead =
    requestCost({ writes: 0, ...requestsOfRead(partition, reading) }, cold) * reading.readersOfCopy
  const readsPerMonth = perRead * reading.readsPerDay * daysPerMonth
  const storageSaved = hotPerMonth - coldPerMonth
  const savedPerMonth = storageSaved - readsPerMonth
  return {
    once,
    savedPerMonth,
    months: monthsUntilPaid({ once, savedPerMonth, coldPerMonth }, cold.minimumDays / daysPerMonth),
    readsPerDayLimit: limitOfReads(storageSaved, perRead),
  }
}

function limitOfReads(storageSaved: number, perRead: number): number | null {
  if (storageSaved <= 0) return 0
  return perRead === 0 ? null : storageSaved / (perRead * daysPerMonth)
}

/** When hot storage would have cost as much as the move, the cold storage (at least the minimum time) and the reads. */
function monthsUntilPaid(
  { once, savedPerMonth, coldPerMonth }: { once: number; savedPerMonth: number; coldPerMonth: number },
  minMonths: number,
): number | null {
  if (savedPerMonth <= 0) return once === 0 && savedPerMonth === 0 ? 0 : null
  const months = once / savedPerMonth
  return months >= minMonths ? months : (once + coldPerMonth * minMonths) / (savedPerMonth + coldPerMonth)
}
