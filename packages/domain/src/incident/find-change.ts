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
const maxBefore = 60
const longAfter = 8
/** Of the whole range: what a series that hardly ever changes is taken to vary by. */
const leastSpread = 0.02
const threshold = 6
const fewValues = 6

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
  let best: Change | null = null
  for (let at = leastBefore; at <= plain.length - minSteps; at++) {
    const past = sorted(plain.slice(Math.max(0, at - maxBefore), at))
    const before = middle(past)
    // Few values tell less of the spread than many.
    const usual = spreadOf(past, before) * (1 + fewValues / past.length) + leastSpread * range
    for (const length of new Set([minSteps, Math.max(minSteps, longAfter)])) {
      const rest = plain.slice(at, at + length)
      if (rest.length < length) continue
      const after = middle(sorted(rest))
      const score = Math.abs(after - before) / usual
      const level = (before + after) / 2
      const beyond = (value: number) => (after > before ? value > level : value < level)
      if (score < threshold || (best && score <= best.score)) continue
      if (hasRun(plain.slice(Math.max(0, at - maxBefore), at - length), Math.ceil(length / 2), beyond))
        continue
      const begun = firstBeyond(plain, Math.max(leastBefore, at - longAfter), minSteps, beyond)
      if (begun === null) continue
      best = { index: known[begun]?.index ?? 0, before, after, score }
    }
  }
  return best
}

/** A typed array sorts numbers several times faster. */
function sorted(values: readonly number[]): number[] {
  return [...Float64Array.from(values).sort()]
}

function middle(inOrder: readonly number[]): number {
  return quantile(inOrder, 0.5) ?? 0
}

/** As the standard deviation of values that are normally distributed, by their middle and by their tails. */
function spreadOf(inOrder: readonly number[], center: number): number {
  const deviations = sorted(inOrder.map((value) => Math.abs(value - center)))
  const tails = (quantile(inOrder, 0.9) ?? 0) - (quantile(inOrder, 0.1) ?? 0)
  return Math.max(1.4826 * middle(deviations), tails / 2.563)
}

/** What the past has had before, such as a job every minute, is no change. */
function hasRun(past: readonly number[], length: number, beyond: (value: number) => boolean): boolean {
  let run = 0
  for (const value of past) {
    run = beyond(value) ? run + 1 : 0
    if (run >= length) return true
  }
  return false
}

/**
 * Where the values themselves have left the level, and not where a window first holds most of them: the first that is beyond
 * it, with most of those after it.
 */
function firstBeyond(
  values: readonly number[],
  from: number,
  minSteps: number,
  beyond: (value: number) => boolean,
): number | null {
  for (let index = from; index < Math.min(values.length, from + 2 * longAfter); index++) {
    const following = values.slice(index, index + minSteps)
    const first = values[index]
    if (first !== undefined && beyond(first) && following.filter(beyond).length * 2 > following.length)
      return index
  }
  return null
}
