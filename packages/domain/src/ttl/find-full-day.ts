import type { TierPoint } from './forecast-tiers.ts'

/**
 * The first moment at which local disks would be full: what is hot by then is more than what is hot now and the free
 * space together. Null: not within the forecast.
 */
export function findFullDay(points: readonly TierPoint[], freeBytes: number): number | null {
  const now = points[0]?.hotBytes ?? 0
  return points.find(({ hotBytes }) => hotBytes - now > freeBytes)?.atMs ?? null
}
