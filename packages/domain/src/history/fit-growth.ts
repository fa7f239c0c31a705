export interface GrowthSample {
  atMs: number
  usedBytes: number
}

export interface Growth {
  /** Fitted to the samples. Negative when usage shrinks. */
  bytesPerDay: number
  measuredOverMs: number
}

/** A shorter span is noise: one big merge looks like a day's growth. */
const MIN_SPAN_MS = 6 * 3_600_000
const LEAST_SAMPLES = 6
const DAY_MS = 86_400_000

/**
 * The median of the slopes between all pairs of samples (Theil–Sen), so that a single move, merge or DROP PARTITION does
 * not skew it. Null when there are too few samples.
 */
export function fitGrowth(samples: readonly GrowthSample[]): Growth | null {
  const first = samples[0]
  const last = samples.at(-1)
  if (!first || !last || samples.length < LEAST_SAMPLES) return null
  const measuredOverMs = last.atMs - first.atMs
  if (measuredOverMs < MIN_SPAN_MS) return null
  const slopes: number[] = []
  for (const [index, a] of samples.entries())
    for (const b of samples.slice(index + 1))
      if (b.atMs > a.atMs) slopes.push((b.usedBytes - a.usedBytes) / (b.atMs - a.atMs))
  slopes.sort((a, b) => a - b)
  const middle = slopes.length >> 1
  const slope =
    slopes.length % 2 === 1 ? (slopes[middle] ?? 0) : ((slopes[middle - 1] ?? 0) + (slopes[middle] ?? 0)) / 2
  return { bytesPerDay: slope * DAY_MS, measuredOverMs }
}
