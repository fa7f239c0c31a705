/** Interpolates linearly between the two nearest values. @param sorted ascending */
export function quantile(sorted: readonly number[], level: number): number | null {
  if (sorted.length === 0) return null
  const place = (sorted.length - 1) * level
  const below = sorted[Math.floor(place)] ?? 0
  const above = sorted[Math.ceil(place)] ?? below
  return below + (above - below) * (place - Math.floor(place))
}
