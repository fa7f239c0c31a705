import { z } from 'zod'

/** What of a node's life a migration must not disturb. What is left out is not looked at. */
export const pacingLimits = z.object({
  /** 95 of 100 SELECTs of others take at most this long. */
  foregroundP95Ms: z.number().int().min(1).max(3_600_000).optional(),
  /** Share of the threads for merges and mutations that may be busy. */
  mergePoolPercent: z.number().int().min(1).max(100).optional(),
  /** Share of the requests to the object store that may fail. */
  storeErrorPercent: z.number().min(0).max(100).optional(),
})
export type PacingLimits = z.infer<typeof pacingLimits>

/** What one look at a node shows. Counts of requests are those since the look before it. */
export interface PacingSample {
  /** Null when nobody asked anything. */
  foregroundP95Ms: number | null
  foregroundQueries: number
  mergePoolBusy: number
  mergePoolSize: number
  storeRequests: number
  storeErrors: number
}

/** Fewer requests say nothing about a share: one that failed among three is no trend. */
const LEAST_REQUESTS = 20

/** Every limit that the sample passes, as a person reads it. Empty: the migration may go on. */
export function findPacingBreaches(sample: PacingSample, limits: PacingLimits): string[] {
  const breaches: string[] = []
  const { foregroundP95Ms, foregroundQueries } = sample
  if (
    limits.foregroundP95Ms !== undefined &&
    foregroundP95Ms !== null &&
    foregroundP95Ms > limits.foregroundP95Ms
  )
    breaches.push(
      `the p95 of ${foregroundQueries} foreground queries is ${Math.round(foregroundP95Ms)} ms, over ${limits.foregroundP95Ms} ms`,
    )
  const busyPercent = percent(sample.mergePoolBusy, sample.mergePoolSize)
  if (limits.mergePoolPercent !== undefined && busyPercent > limits.mergePoolPercent)
    breaches.push(
      `${sample.mergePoolBusy} of ${sample.mergePoolSize} merge threads are busy, over ${limits.mergePoolPercent} %`,
    )
  const errorPercent = percent(sample.storeErrors, sample.storeRequests)
  if (
    limits.storeErrorPercent !== undefined &&
    sample.storeRequests >= LEAST_REQUESTS &&
    errorPercent > limits.storeErrorPercent
  )
    breaches.push(
      `${sample.storeErrors} of ${sample.storeRequests} requests to the object store failed, over ${limits.storeErrorPercent} %`,
    )
  return breaches
}

function percent(part: number, whole: number): number {
  return whole > 0 ? (part / whole) * 100 : 0
}
