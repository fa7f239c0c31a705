import { fitGrowth, type Growth, type GrowthSample } from '../history/fit-growth.ts'

export interface DiskForecast extends Growth {
  /** Null when it does not fill. */
  daysUntilFull: number | null
}

/** Forecasts when a disk is full. Null when there are too few samples. */
export function forecastDisk(samples: readonly GrowthSample[], totalBytes: number): DiskForecast | null {
  const growth = fitGrowth(samples)
  if (!growth) return null
  const freeBytes = Math.max(0, totalBytes - (samples.at(-1)?.usedBytes ?? 0))
  return { ...growth, daysUntilFull: growth.bytesPerDay > 0 ? freeBytes / growth.bytesPerDay : null }
}
