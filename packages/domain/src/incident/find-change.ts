import { quantile } from '../quantile.ts'

export interface Change {
  /** The first step of the change. */
  index: number
  before: number
  after: number
  /** How many times the usual spread the level has moved by. */
  score: number
}

/** Fewer steps tell no usual level. */
const leastBefore = 5
const mostBefore = 60
const longAfter = 8
/** Of the whole range: what a series that hardly ever changes is taken to vary by. */
const leastSpread = 0.02
const threshold = 6

/**
 * The step at which the level of a series changed most: the median after it differs from the median before it by several
 * times the spread before it. Medians and quantiles do not follow single outliers. Null: no level changed.
 *
 * It depends neither on the unit nor on the zero of the values, and not on steps without a value.
 * @param minSteps a change that is shorter is an outlier.
 */
export function findChange(values: readonly (number | null)[], minSteps: number): Change | null {
  const known = values.flatMap((value, index) => (value === null ? [] : { value, index }))
  const plain = known.map(({ value }) => value)
  const range = Math.max(...plain) - Math.min(...plain)
  if (known.length < leastBefore + minSteps || !(range > 0)) return null
  let best: (Change & { at: number }) | null = null
  for (let at = leastBefore; at <= plain.length - minSteps; at++) {
    const past = plain.slice(Math.max(0, at - mostBefore), at).toSorted(ascending)
    const before = middle(past)
    const usual = spreadOf(past, before) + leastSpread * range
    for (const length of new Set([minSteps, Math.max(minSteps, longAfter)])) {
      const rest = plain.slice(at, at + length)
      if (rest.length < length) continue
      const after = middle(rest.toSorted(ascending))
      const score = Math.abs(after - before) / usual
      if (score < threshold || (best && score <= best.score) || isUsual(past, after, before)) continue
      // The change begins where the values themselves have left the level, and not where a window first holds them.
      const begun = firstBeyond(plain, at, (before + after) / 2, after > before, minSteps)
      if (begun === null) continue
      best = { at: begun, index: known[begun]?.index ?? 0, before, after, score }
    }
  }
  return best && { index: best.index, before: best.before, after: best.after, score: best.score }
}

const ascending = (a: number, b: number) => a - b

function middle(sorted: readonly number[]): number {
  return quantile(sorted, 0.5) ?? 0
}

/** As the standard deviation of values that are normally distributed, by their middle and by their tails. */
function spreadOf(sorted: readonly number[], center: number): number {
  const deviations = sorted.map((value) => Math.abs(value - center)).toSorted(ascending)
  const tails = (quantile(sorted, 0.9) ?? 0) - (quantile(sorted, 0.1) ?? 0)
  return Math.max(1.4826 * middle(deviations), tails / 2.563)
}

/** A level that the past has had now and then, such as that of a job every minute, is no change. */
function isUsual(past: readonly number[], after: number, before: number): boolean {
  const rare = quantile(past, after > before ? 0.96 : 0.04) ?? 0
  return after > before ? after <= rare : after >= rare
}

/** The first step from `at` on that is beyond the level, with those after it that have to be. */
function firstBeyond(
  values: readonly number[],
  at: number,
  level: number,
  up: boolean,
  minSteps: number,
): number | null {
  for (let index = at; index < Math.min(values.length, at + longAfter); index++) {
    const following = values.slice(index, index + minSteps)
    const beyond = following.filter((value) => (up ? value > level : value < level)).length
    const first = values[index]
    if (first !== undefined && (up ? first > level : first < level) && beyond * 2 > following.length)
      return index
  }
  return null
}
