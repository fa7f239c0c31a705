/**
 * Where bytes live. `free` is space not used; `unknown` is "could not look" and is drawn hatched, never as zero.
 */
export type Tier = 'hot' | 'cold' | 'cache' | 'free' | 'unknown'

export const tierLabels: Record<Tier, string> = {
  hot: 'Hot',
  cold: 'Cold',
  cache: 'Cache',
  free: 'Free',
  unknown: 'Unknown',
}

/** Fill classes of a tier's bars and swatches. */
export const tierFills: Record<Tier, string> = {
  hot: 'bg-hot',
  cold: 'bg-cold',
  cache: 'bg-cache',
  free: 'bg-free',
  unknown: 'hatch',
}

/** CSS colours for SVG fills and strokes. */
export const tierColors: Record<Tier, string> = {
  hot: 'var(--color-hot)',
  cold: 'var(--color-cold)',
  cache: 'var(--color-cache)',
  free: 'var(--color-free)',
  unknown: 'var(--color-unknown)',
}
