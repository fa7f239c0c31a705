import { quantile } from '../quantile.ts'
import { figureText } from './figure-text.ts'
import { type MeasureName, measureOf } from './measures.ts'
import type { MergedSeries } from './merge-nodes.ts'

/** One row of the figures of an incident. */
export interface IncidentFigure {
  noun: string
  label: string
  /** The median. */
  typical: string
  worst: string
  atMs: number
}

const maxFigures = 30
const maxOfMeasure = 3

/** The typical and the worst value of each measure: of those that moved most, and at most three lines of each. */
export function listFigures(
  series: readonly Pick<MergedSeries, 'measure' | 'label' | 'values' | 'fromMs' | 'stepMs'>[],
): IncidentFigure[] {
  const rows = series.flatMap(({ measure, label, values, fromMs, stepMs }) => {
    const { noun, unit, bad, difference } = measureOf(measure)
    const known = values.flatMap((value, index) => (value === null ? [] : [{ value, index }]))
    const median = quantile(
      known.map(({ value }) => value).toSorted((a, b) => a - b),
      0.5,
    )
    const [worst] = known.toSorted((a, b) => (bad === 'up' ? b.value - a.value : a.value - b.value))
    if (!worst || median === null) return []
    const moved = Math.abs(worst.value - median) / difference
    if (moved < 1) return []
    const text = { typical: figureText(median, unit), worst: figureText(worst.value, unit) }
    return [{ measure, noun, label, ...text, atMs: fromMs + worst.index * stepMs, moved }]
  })
  const taken = new Map<MeasureName, number>()
  return rows
    .toSorted((a, b) => b.moved - a.moved)
    .filter(({ measure }) => {
      const before = taken.get(measure) ?? 0
      taken.set(measure, before + 1)
      return before < maxOfMeasure
    })
    .slice(0, maxFigures)
    .map(({ measure: _, moved: __, ...figure }) => figure)
}
