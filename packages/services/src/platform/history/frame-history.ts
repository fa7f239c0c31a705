import { copyableSql, type QueryDefinition, type SqlParams } from '@frostline/clickhouse'
import {
  chooseResolution,
  type HistoryGap,
  type HistorySpan,
  historyRanges,
  maxSampleRows,
  type SampleGrain,
} from '@frostline/domain'
import type { HistoryTimes } from './history-schema.ts'

export interface ShownSpan extends HistorySpan {
  grain: SampleGrain
  nowMs: number
}

/** The steps of a time range, as the samples of these grains allow. */
export function resolveSpan(
  now: Date,
  { range, from, to }: HistoryTimes,
  grains?: readonly SampleGrain[],
): ShownSpan {
  const shown =
    from && to ? { from, to } : { from: new Date(now.getTime() - historyRanges[range] * 1000), to: now }
  return { ...chooseResolution({ ...shown, now }, grains), nowMs: now.getTime() }
}

/** The same for the ledger. */
export function toSampleSpan({ grain, fromMs, toMs, stepMs }: ShownSpan) {
  return { grain, from: new Date(fromMs), to: new Date(toMs), stepSeconds: stepMs / 1000 }
}

/** @param every how often the queries are sent, for people. */
export function frameHistory(
  { fromMs, toMs, stepMs }: ShownSpan,
  rest: {
    observedAt: Date | null
    gaps: readonly HistoryGap[]
    queries: readonly { name: string; sql: string }[]
    every: string
    grains?: readonly SampleGrain[]
  },
) {
  return {
    observedAt: rest.observedAt,
    from: new Date(fromMs),
    to: new Date(toMs),
    stepSeconds: stepMs / 1000,
    gaps: rest.gaps.map((gap) => ({
      node: gap.subject === '' ? null : gap.subject,
      from: new Date(gap.fromMs),
      to: new Date(gap.toMs),
    })),
    rowsAtMost: maxSampleRows(rest.grains),
    queries: rest.queries.map((query) => ({ ...query, node: `each node, ${rest.every}` })),
  }
}

/** A query with its defaults, as people may run it. */
export function showQuery<In, Params extends SqlParams, Row>(
  query: QueryDefinition<In, Params, Row>,
): { name: string; sql: string } {
  const params = query.params.parse({})
  return { name: query.name, sql: copyableSql(query.render(params), params) }
}

export function toPoints<Figures>(points: readonly { atMs: number; figures: Figures | null }[]) {
  return points.map(({ atMs, figures }) => ({ at: new Date(atMs), figures }))
}
