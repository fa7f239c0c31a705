import { oldestKept, type SampleGrain, sampleGrainNames, sampleGrains } from './sample-grains.ts'

const hourSeconds = 3_600

export const historyRanges = {
  '1h': hourSeconds,
  '6h': 6 * hourSeconds,
  '24h': 24 * hourSeconds,
  '7d': 7 * 24 * hourSeconds,
  '30d': 30 * 24 * hourSeconds,
  '13w': 91 * 24 * hourSeconds,
} as const
export type HistoryRange = keyof typeof historyRanges
export const historyRangeNames = Object.keys(historyRanges) as HistoryRange[]

/** A chart is about a thousand pixels wide, and each point is also a row of its table. */
export const maxHistoryPoints = 500

const stepsSeconds = [60, 120, 300, 600, 1_200, 1_800, 3_600, 7_200, 14_400, 21_600, 43_200]

export interface HistorySpan {
  /** Start of the first step. */
  fromMs: number
  /** End of the last step. It may be in the future: the last step is not over. */
  toMs: number
  stepMs: number
}

/**
 * The shortest steps with which the range has at most `maxHistoryPoints` points, of whole buckets of a grain that is kept
 * that long. What is older than any sample is cut off.
 */
export function chooseResolution(
  { from, to, now }: { from: Date; to: Date; now: Date },
  grains: readonly SampleGrain[] = sampleGrainNames,
): HistorySpan & { grain: SampleGrain } {
  const oldestMs = oldestKept(now, 'hour').getTime()
  const toMs = Math.min(Math.max(to.getTime(), oldestMs + 1), now.getTime())
  const fromMs = Math.min(Math.max(from.getTime(), oldestMs), toMs - 1)
  for (const seconds of stepsSeconds) {
    const stepMs = seconds * 1000
    const firstMs = Math.floor(fromMs / stepMs) * stepMs
    const endMs = (Math.floor((toMs - 1) / stepMs) + 1) * stepMs
    if ((endMs - firstMs) / stepMs > maxHistoryPoints) continue
    const grain = grains.find(
      (each) =>
        seconds % sampleGrains[each].seconds === 0 && oldestKept(now, each).getTime() <= firstMs + stepMs,
    )
    if (grain) return { fromMs: firstMs, toMs: endMs, stepMs, grain }
  }
  throw new Error(`No grain covers ${from.toISOString()} to ${to.toISOString()}`)
}
