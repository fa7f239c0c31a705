const minuteSeconds = 60
const hourSeconds = 3_600
const daySeconds = 86_400

export const sampleGrainNames = ['minute', 'ten_minutes', 'hour'] as const
export type SampleGrain = (typeof sampleGrainNames)[number]

/** Tables are many: they have no samples per minute. */
export const tableGrainNames = ['ten_minutes', 'hour'] as const satisfies readonly SampleGrain[]

/** Only the largest tables of a cluster, by bytes, are sampled. */
export const maxSampledTables = 200

/** Resolution and retention. Each sample is added to all grains of its kind at once. */
export const sampleGrains: Record<SampleGrain, { seconds: number; keptSeconds: number }> = {
  minute: { seconds: minuteSeconds, keptSeconds: daySeconds },
  ten_minutes: { seconds: 10 * minuteSeconds, keptSeconds: 14 * daySeconds },
  hour: { seconds: hourSeconds, keptSeconds: 91 * daySeconds },
}

/** Start of the bucket that contains the time. */
export function floorToGrain(at: Date, grain: SampleGrain): Date {
  const stepMs = sampleGrains[grain].seconds * 1000
  return new Date(Math.floor(at.getTime() / stepMs) * stepMs)
}

/** The oldest bucket that is still kept. */
export function oldestKept(now: Date, grain: SampleGrain): Date {
  const { seconds, keptSeconds } = sampleGrains[grain]
  return new Date(floorToGrain(now, grain).getTime() - (keptSeconds - seconds) * 1000)
}

/** Maximum rows of one subject, such as a node or a disk: 5,640. Of a table: 4,200. */
export function maxSampleRows(grains: readonly SampleGrain[] = sampleGrainNames): number {
  return grains.reduce((sum, grain) => sum + sampleGrains[grain].keptSeconds / sampleGrains[grain].seconds, 0)
}

/** Rows of one subject that are written in a day: 1,608. */
export function sampleRowsPerDay(grains: readonly SampleGrain[] = sampleGrainNames): number {
  return grains.reduce((sum, grain) => sum + daySeconds / sampleGrains[grain].seconds, 0)
}
