import type { ObjectPrices } from './price-book.ts'
import { bytesPerGib, msPerMonth } from './storage-cost.ts'

/** Requests to a store in some time, by what they are billed as. */
export interface RequestCounts {
  writes: number
  reads: number
  readBytes: number
}

export type RequestPrices = Pick<ObjectPrices, 'perThousandWrites' | 'perThousandReads' | 'egressGib'>

export function requestCost({ writes, reads, readBytes }: RequestCounts, prices: RequestPrices): number {
  return (
    (writes * prices.perThousandWrites + reads * prices.perThousandReads) / 1_000 +
    (readBytes / bytesPerGib) * prices.egressGib
  )
}

/** An hour times 730 is a month that somebody may still believe; less is chance. */
export const minProjectedMs = 3_600_000

/** How many times the window fits into a month; null where it is too short to say. */
export function monthsFactor(windowMs: number): number | null {
  return windowMs < minProjectedMs ? null : msPerMonth / windowMs
}

/** What a million GETs cost, in hundredths of the currency. */
export function centsPerMillionReads(prices: Pick<ObjectPrices, 'perThousandReads'>): number {
  return Math.round(prices.perThousandReads * 100_000 * 1_000_000) / 1_000_000
}
