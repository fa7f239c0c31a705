const dayMs = 86_400_000

/** Bytes of rows with times between two points, assuming an even spread. */
export interface DatedBytes {
  bytes: number
  oldestMs: number
  newestMs: number
}

/**
 * Bytes per day of the last `windowDays`, by the times in the rows, so that a backfill of old rows or a merge does not
 * look like growth. A table younger than the window is measured over its age, at least a day.
 */
export function measureGrowth(data: readonly DatedBytes[], nowMs: number, windowDays: number): number {
  const first = data.reduce((least, { oldestMs }) => Math.min(least, oldestMs), nowMs)
  const fromMs = Math.max(nowMs - windowDays * dayMs, Math.min(first, nowMs - dayMs))
  const bytes = data.reduce((sum, each) => sum + each.bytes * shareWithin(each, fromMs, nowMs), 0)
  return bytes / ((nowMs - fromMs) / dayMs)
}

function shareWithin({ oldestMs, newestMs }: DatedBytes, fromMs: number, toMs: number): number {
  if (newestMs <= oldestMs) return newestMs > fromMs && newestMs <= toMs ? 1 : 0
  const overlap = Math.min(newestMs, toMs) - Math.max(oldestMs, fromMs)
  return overlap <= 0 ? 0 : overlap / (newestMs - oldestMs)
}
