import {
  chooseIncidentStep,
  explain,
  explainInOneSentence,
  historyRanges,
  measureOf,
  mergeNodes,
  type TimelineMark,
} from '@frostline/domain'
import type { z } from 'zod'
import { authorizeInput } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { readCluster } from '../reading/read-cluster.ts'
import { awayGap, ledgerGaps, mergeGaps, sampleGaps } from './find-gaps.ts'
import { findLogGaps } from './find-log-gaps.ts'
import { type Incident, incidentInput } from './incident-schema.ts'
import { readLedgerMarks } from './read-ledger-marks.ts'
import { type LogSpan, readNodeLogs } from './read-node-logs.ts'
import { readSamples } from './read-samples.ts'
import { toMarks } from './to-marks.ts'
import { toSeries } from './to-series.ts'

/** Aggregating the logs of days takes longer than the figures of other pages. */
const budgetMs = 25_000
/** Logs of longer ranges would be read in full for a picture that shows nothing of an incident. */
const longestMs = 7 * 86_400_000
/** Two readings of one start differ by less. */
const sameStartMs = 10_000

/**
 * One timeline of a cluster: what its nodes logged, what the console knows, and what changed just before latency or failures
 * did. An unreachable node and a missing log are gaps.
 * @throws ServiceError `not_found` for an unknown cluster.
 */
export async function getIncident(
  ctx: ServiceContext,
  given: z.input<typeof incidentInput>,
): Promise<Incident> {
  const input = await authorizeInput(ctx, 'viewer', incidentInput, given)
  const nowMs = ctx.now().getTime()
  const span = spanOf(input, nowMs)
  const { cluster, readings, envelope } = await readCluster(
    ctx,
    { cluster: input.cluster, fresh: input.fresh, budgetMs },
    (reader) => readNodeLogs(reader, span, ctx.now),
  )
  const times = { from: new Date(span.fromMs), to: new Date(span.toMs) }
  const [samples, ledger] = await Promise.all([
    readSamples(ctx, cluster.id, span),
    readLedgerMarks(ctx, cluster.id, times),
  ])
  const logged = readings.flatMap(({ node, value }) => toMarks(node.name, value, span))
  const marks = withoutDoubles([...ledger.marks, ...logged]).toSorted(
    (a, b) => a.fromMs - b.fromMs || (a.key < b.key ? -1 : 1),
  )
  const moves = marks.filter(({ cause }) => cause === 'moves')
  const series = [
    ...readings.flatMap(({ node, value }) => toSeries(node.name, value, span, { nowMs, moves })),
    ...samples,
  ]
  const explanation = explain({ ...span, series, marks })
  return {
    ...envelope,
    data: {
      ...times,
      stepSeconds: span.stepMs / 1000,
      explanation: { sentence: explainInOneSentence(explanation), ...explanation },
      series: mergeNodes(series).map((line) => {
        const { lane, noun, unit } = measureOf(line.measure)
        return { ...line, lane, noun, unit, values: [...line.values] }
      }),
      marks: marks.map(({ cause: _cause, subject: _subject, ...mark }) => mark),
      gaps: [
        ...mergeGaps([
          ...envelope.nodes.flatMap(({ name, state, message }) =>
            state === 'ok' ? [] : [awayGap(name, message)],
          ),
          ...readings.flatMap(({ node, value }) =>
            findLogGaps(value, span).map((gap) => ({ node: node.name, ...gap })),
          ),
          ...sampleGaps(cluster.nodes, samples),
        ]),
        ...ledgerGaps(ledger.left),
      ],
      clocks: readings.map(({ node, value }) => ({ node: node.name, ...value.clock })),
    },
  }
}

function spanOf({ range, from, to }: z.output<typeof incidentInput>, nowMs: number): LogSpan {
  const oldestMs = nowMs - historyRanges['13w'] * 1000
  const toMs = Math.min(Math.max(to?.getTime() ?? nowMs, oldestMs + 1000), nowMs)
  const asked = from?.getTime() ?? toMs - historyRanges[range] * 1000
  const fromMs = Math.min(Math.max(asked, toMs - longestMs), toMs - 1000)
  const stepMs = chooseIncidentStep(fromMs, toMs)
  const firstMs = Math.floor(fromMs / stepMs) * stepMs
  return { fromMs: firstMs, toMs: Math.max(Math.ceil(toMs / stepMs) * stepMs, firstMs + stepMs), stepMs }
}

/** A start that a worker has seen is in the ledger, and in the answer of the node. */
function withoutDoubles(marks: readonly TimelineMark[]): TimelineMark[] {
  const seen = marks.filter(({ key }) => key.startsWith('seen start '))
  return marks.filter(
    ({ key, node, fromMs }) =>
      !key.startsWith('start ') ||
      seen.every((start) => start.node !== node || Math.abs((start.toMs ?? 0) - fromMs) > sameStartMs),
  )
}
