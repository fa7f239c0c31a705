import { groupBy } from '../group-by.ts'
import { measureOf } from './measures.ts'
import type { TimelineSeries } from './timeline.ts'

/** A line of a lane: all nodes together. */
export type MergedSeries = Omit<TimelineSeries, 'node' | 'query'> & { nodes: string[] }

/**
 * One line for each measure and subject: rates are added up, of times and ratios the worst node is shown. A step in which
 * a node was not measured has the others only, and one in which none was measured has no value.
 */
export function mergeNodes(series: readonly TimelineSeries[]): MergedSeries[] {
  return [
    ...groupBy(series, ({ measure, subject, stepMs }) => `${measure}\n${subject}\n${stepMs}`).values(),
  ].map((group) => {
    const [{ measure, subject, label, fromMs, stepMs }] = group
    const length = Math.max(...group.map(({ values }) => values.length))
    const { merge } = measureOf(measure)
    return {
      ...{ measure, subject, label, fromMs, stepMs },
      nodes: group.map(({ node }) => node).toSorted(),
      values: Array.from({ length }, (_, index) =>
        mergeValues(
          group.flatMap(({ values }) => values[index] ?? []),
          merge,
        ),
      ),
    }
  })
}

function mergeValues(values: readonly number[], merge: 'sum' | 'max' | 'min'): number | null {
  if (values.length === 0) return null
  if (merge === 'sum') return values.reduce((sum, value) => sum + value, 0)
  return merge === 'max' ? Math.max(...values) : Math.min(...values)
}
