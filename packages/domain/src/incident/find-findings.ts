import { changeText } from './figure-text.ts'
import { findChange } from './find-change.ts'
import { type Measure, measureOf } from './measures.ts'
import type { TimelineSeries } from './timeline.ts'

/** A change of one series that is large enough to matter, in the direction that is bad. */
export interface Finding {
  series: TimelineSeries
  atMs: number
  before: number
  after: number
  /** The step of its greatest value from the change on. */
  worst: number
  score: number
  /** `40 ms → 900 ms (×23)`. */
  figure: string
}

export function findFinding(series: TimelineSeries): Finding | null {
  const measure = measureOf(series.measure)
  const known = series.values.filter((value) => value !== null)
  // Most series hardly change, and looking for a change costs time.
  if (Math.max(...known) - Math.min(...known) < measure.difference) return null
  const change = findChange(series.values, measure.minSteps)
  if (!change || !isMaterial(measure, change.before, change.after)) return null
  const later = series.values.slice(change.index).filter((value) => value !== null)
  const worst = measure.bad === 'up' ? Math.max(...later) : Math.min(...later)
  return {
    series,
    atMs: series.fromMs + change.index * series.stepMs,
    before: change.before,
    after: change.after,
    worst,
    score: change.score,
    figure: changeText(change.before, change.after, measure.unit),
  }
}

function isMaterial({ bad, factor, difference }: Measure, before: number, after: number): boolean {
  const [low, high] = bad === 'up' ? [before, after] : [after, before]
  return high - low >= difference && high >= low * factor
}
