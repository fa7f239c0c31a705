import { tableDiskSizes } from '@frostline/clickhouse'
import { readFirstSamples, readSteps, tableSamples, tierSamples } from '@frostline/db'
import { layOutSteps, type SampleGrain, tableGrainNames } from '@frostline/domain'
import type { z } from 'zod'
import { authorizeInput } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import {
  frameHistory,
  resolveSpan,
  type ShownSpan,
  showQuery,
  toPoints,
  toSampleSpan,
} from './frame-history.ts'
import { type TableHistory, type TierHistory, tableHistoryInput, tierHistoryInput } from './history-schema.ts'

/** Bytes, parts and rows of a cluster by tier over time. */
export async function getTierHistory(
  ctx: ServiceContext,
  given: z.input<typeof tierHistoryInput>,
): Promise<TierHistory> {
  const input = await authorizeInput(ctx, 'viewer', tierHistoryInput, given)
  const { id } = await ctx.clusters.get(input.cluster)
  const span = resolveSpan(ctx.now(), input)
  const [rows, first, last] = await Promise.all([
    readSteps(ctx.db, tierSamples, id, toSampleSpan(span)),
    readFirstSamples(ctx.db, tierSamples, id, span.grain),
    ctx.db.tierSample.findFirst({ where: { clusterId: id, grain: 'minute' }, orderBy: { at: 'desc' } }),
  ])
  return layOutTiers(rows, first, span, { observedAt: last?.at ?? null, every: 'once a minute' })
}

/** The same of a table. One that is not among the largest of the cluster has no samples, whether it exists or not. */
export async function getTableHistory(
  ctx: ServiceContext,
  given: z.input<typeof tableHistoryInput>,
): Promise<TableHistory> {
  const input = await authorizeInput(ctx, 'viewer', tableHistoryInput, given)
  const { id } = await ctx.clusters.get(input.cluster)
  const of = { database: input.database, table: input.table }
  const span = resolveSpan(ctx.now(), input, tableGrainNames)
  const [rows, first, last] = await Promise.all([
    readSteps(ctx.db, tableSamples, id, toSampleSpan(span), of),
    readFirstSamples(ctx.db, tableSamples, id, span.grain, of),
    ctx.db.tableSample.findFirst({
      where: { clusterId: id, ...of, grain: 'ten_minutes' },
      orderBy: { at: 'desc' },
    }),
  ])
  return layOutTiers(rows, first, span, {
    observedAt: last?.at ?? null,
    every: 'every ten minutes',
    grains: tableGrainNames,
  })
}

type Levels = TierHistory['points'][number]['figures'] & object

function layOutTiers(
  rows: readonly (Levels & { at: Date })[],
  [first]: readonly { at: Date }[],
  span: ShownSpan,
  frame: { observedAt: Date | null; every: string; grains?: readonly SampleGrain[] },
): TierHistory {
  const { points, gaps } = layOutSteps(
    rows.map((row) => ({ subject: '', atMs: row.at.getTime(), row })),
    new Map([['', first?.at.getTime() ?? null]]),
    span,
    ([step]) => toLevels(step?.row),
  )
  return {
    ...frameHistory(span, { ...frame, gaps, queries: [showQuery(tableDiskSizes)] }),
    points: toPoints(points),
  }
}

function toLevels(row: Levels | undefined): Levels {
  return {
    ...{ hotBytes: row?.hotBytes ?? 0n, coldBytes: row?.coldBytes ?? 0n },
    ...{ hotParts: row?.hotParts ?? 0n, coldParts: row?.coldParts ?? 0n },
    ...{ hotRows: row?.hotRows ?? 0n, coldRows: row?.coldRows ?? 0n },
  }
}
