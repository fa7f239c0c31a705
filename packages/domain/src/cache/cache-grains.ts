const minuteSeconds = 60
const hourSeconds = 3_600
const daySeconds = 86_400

export const cacheGrainNames = ['minute', 'ten_minutes', 'hour'] as const
export type CacheGrain = (typeof cacheGrainNames)[number]

/** Resolution and retention of a node's history. Each minute's counts are added to all three grains at once. */
export const cacheGrains: Record<CacheGrain, { seconds: number; keptSeconds: number }> = {
  minute: { seconds: minuteSeconds, keptSeconds: daySeconds },
  ten_minutes: { seconds: 10 * minuteSeconds, keptSeconds: 14 * daySeconds },
  hour: { seconds: hourSeconds, keptSeconds: 91 * daySeconds },
}

/** Start of the bucket that contains the time. */
export function floorToGrain(at: Date, grain: CacheGrain): Date {
  const stepMs = cacheGrains[grain].seconds * 1000
  return new Date(Math.floor(at.getTime() / stepMs) * stepMs)
}

/** The oldest bucket that is still kept. */
export function oldestKept(now: Date, grain: CacheGrain): Date {
  const { seconds, keptSeconds } = cacheGrains[grain]
  return new Date(floorToGrain(now, grain).getTime() - (keptSeconds - seconds) * 1000)
}

const sumOver = (pick: (grain: CacheGrain) => number) =>
  cacheGrainNames.reduce((sum, grain) => sum + pick(grain), 0)

/** Rows written per node and day: 1,608. */
export const cacheRowsPerDay = sumOver((grain) => daySeconds / cacheGrains[grain].seconds)

/** Maximum rows per node: 5,640. */
export const maxCacheRows = sumOver((grain) => cacheGrains[grain].keptSeconds / cacheGrains[grain].seconds)

export const cacheRangeNames = ['hour', 'day', 'fortnight', 'quarter'] as const
export type CacheRange = (typeof cacheRangeNames)[number]

/** Ranges of the chart: at most 182 steps, each of whole buckets of a grain that is kept for the whole range. */
export const cacheRanges: Record<CacheRange, { grain: CacheGrain; stepSeconds: number; steps: number }> = {
  hour: { grain: 'minute', stepSeconds: minuteSeconds, steps: 60 },
  day: { grain: 'ten_minutes', stepSeconds: 10 * minuteSeconds, steps: 144 },
  fortnight: { grain: 'hour', stepSeconds: 2 * hourSeconds, steps: 168 },
  quarter: { grain: 'hour', stepSeconds: 12 * hourSeconds, steps: 182 },
}
