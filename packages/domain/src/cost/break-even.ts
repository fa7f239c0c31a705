import { requestsOf } from '../ttl/ttl-load.ts'
import type { ObjectPrices } from './price-book.ts'
import { objectsOfParts, requestCost } from './request-cost.ts'
import { daysPerMonth, objectCostPerMonth } from './storage-cost.ts'

/** A partition as far as its price goes: what all replicas together would move. */
export interface PricedPartition {
  bytes: bigint
  parts: bigint
  files: bigint
}

/** How it is read, once it lies on object storage. */
export interface ReadAssumption {
  /** Queries that read it, each day, on each replica. */
  readsPerDay: number
  /** Replicas that read from one stored copy: more than one where they share it. */
  readersOfCopy: number
  /** Which part of it one query reads, 0 to 1: of its columns and rows together. */
  share: number
  /** Which part of that comes from a cache, 0 to 1. */
  cached: number
  /** What one GET brings, once a file is larger. */
  bytesPerGet: number
}

/**
 * Measured with 26.7 on a part of 126 MiB in 19 files: 0.4 to 1.9 MiB a GET without a cache (168 GETs for all of it, by this
 * estimated 145), 1.4 to 5.7 MiB through one.
 */
export const usualBytesPerGet = 1024 * 1024

/** What one query takes from the store, by the assumption: a GET for each file, and one for each further piece. */
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

/** Its parts taken as equally large. */
function writesOfMove({ bytes, parts, files }: PricedPartition): number {
  if (parts === 0n) return 0
  const { writes } = requestsOf({ files: files / parts, bytesOnDisk: bytes / parts })
  return Number(writes * parts + (files % parts))
}

export interface BreakEven {
  /** Paid once for the move: a PUT a file, and parts of uploads. */
  once: number
  /** Storage that is saved each month, less what reading from the store costs. Below zero: cold costs more. */
  savedPerMonth: number
  /** Until the savings have paid for the move, and for the least time of the class; null: never. */
  months: number | null
  /** As many reads a day and the cold tier saves nothing; 0: not even unread. Null: no number of reads makes it dearer. */
  readsPerDayLimit: number | null
}

/**
 * When the cold tier has paid for the move to it. Local storage is taken as saved with the bytes that leave it: with
 * whole disks that is so once the disk is made smaller, or takes what else would need a larger one. A class with a least
 * time is paid for that long, whatever becomes of the objects: sooner than that, all of it has to be earned back.
 * @param prices.hotPerMonth what the partition costs where it lies.
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

/** When what lying hot would have cost is as much as the move, the cold storage (of the least time at least) and the reads. */
function monthsUntilPaid(
  { once, savedPerMonth, coldPerMonth }: { once: number; savedPerMonth: number; coldPerMonth: number },
  minMonths: number,
): number | null {
  if (savedPerMonth <= 0) return once === 0 && savedPerMonth === 0 ? 0 : null
  const months = once / savedPerMonth
  return months >= minMonths ? months : (once + coldPerMonth * minMonths) / (savedPerMonth + coldPerMonth)
}
