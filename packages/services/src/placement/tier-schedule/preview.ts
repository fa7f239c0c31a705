import {
  isWindowOpen,
  nextDueTimes,
  nextWindowOpening,
  type ScheduledTablePlan,
  type TimeSpan,
} from '@frostline/domain'
import { z } from 'zod'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { findCluster } from '../../platform/cluster/find-cluster.ts'
import { planCheckView } from '../tier-migration/schema.ts'
import { explainTable, leftOutBytesOf, planTables } from './plan-tables.ts'
import {
  checkSchedule,
  createScheduleInput,
  scheduleScope,
  scheduleTiming,
  tableOutcomeKind,
} from './schema.ts'

/** Enough of a schedule to preview it; it need not be stored, so that a form can preview while it is filled in. */
export const schedulePreviewInput = scheduleScope
  .extend({ ...scheduleTiming.shape, cluster: createScheduleInput.shape.cluster })
  .superRefine(checkSchedule)
export type SchedulePreviewInput = z.input<typeof schedulePreviewInput>

/** Steps listed per table; the totals count all. */
const MAX_STEPS = 500

const previewStep = z.object({
  node: z.string(),
  partitionId: z.string(),
  partition: z.string(),
  fromVolumes: z.array(z.string()),
  parts: z.number().int(),
  rows: z.bigint(),
  bytes: z.bigint(),
  leftOut: z
    .enum(['next-run', 'never'])
    .nullable()
    .describe(
      'Null: this run moves it. `next-run`: does not fit the budget of this run. `never`: larger than the whole budget.',
    ),
})

export const schedulePreview = z.object({
  observedAt: z.date(),
  dueAt: z.date().describe('The due time of the preview: the next one.'),
  startsAt: z.date().describe('The due time. If the window is closed then, the time when it opens.'),
  before: z.date().describe('Partitions whose newest row is older are due.'),
  plannedParts: z.number().int(),
  plannedBytes: z.bigint().describe('Physical: each replica moves its own copy.'),
  leftOutBytes: z.bigint(),
  tables: z.array(
    z.object({
      database: z.string(),
      table: z.string(),
      kind: tableOutcomeKind,
      reason: z.string().nullable(),
      plannedBytes: z.bigint(),
      leftOutBytes: z.bigint(),
      checks: z.array(planCheckView),
      steps: z.array(previewStep).describe('The oldest first, at most 500.'),
      stepCount: z.number().int(),
    }),
  ),
})
export type SchedulePreview = z.infer<typeof schedulePreview>

/** What the next run would do if it planned now, with the same planner. Changes nothing. */
export async function previewSchedule(
  ctx: ServiceContext,
  input: SchedulePreviewInput,
): Promise<SchedulePreview> {
  const given = await authorizeInput(ctx, 'viewer', schedulePreviewInput, input)
  const cluster = await findCluster(ctx.db, given.cluster)
  const dueAtMs = nextDueTimes(given.cron, given.timeZone, ctx.now().getTime(), 1)[0] ?? ctx.now().getTime()
  const run = await planTables(
    ctx,
    {
      clusterId: cluster.id,
      tables: given.tables,
      targetVolume: given.targetVolume,
      olderThanDays: given.olderThanDays,
      budgetBytes: given.budgetBytes === null ? null : BigInt(given.budgetBytes),
      replicas: given.replicas,
    },
    new Date(dueAtMs),
  )
  const tables = run.tables.map(({ plan }) => toTable(plan))
  return {
    observedAt: run.observedAt,
    dueAt: new Date(dueAtMs),
    startsAt: new Date(startOf(given.timeZone, given.windowSpans, dueAtMs)),
    before: new Date(run.before),
    plannedParts: run.tables.reduce(
      (sum, { plan }) => sum + (plan.kind === 'planned' ? plan.totals.parts : 0),
      0,
    ),
    plannedBytes: tables.reduce((sum, table) => sum + table.plannedBytes, 0n),
    leftOutBytes: tables.reduce((sum, table) => sum + table.leftOutBytes, 0n),
    tables,
  }
}

function startOf(timeZone: string, spans: TimeSpan[], dueAtMs: number): number {
  const window = { timeZone, spans }
  if (spans.length === 0 || isWindowOpen(window, dueAtMs)) return dueAtMs
  return nextWindowOpening(window, dueAtMs) ?? dueAtMs
}

function toTable(plan: ScheduledTablePlan): SchedulePreview['tables'][number] {
  const taken = plan.kind === 'planned' ? plan.steps.map((step) => ({ step, leftOut: null })) : []
  const steps = [...taken, ...plan.leftOut.map(({ step, reason }) => ({ step, leftOut: reason }))]
  return {
    database: plan.database,
    table: plan.table,
    kind: plan.kind,
    reason: explainTable(plan),
    plannedBytes: plan.kind === 'planned' ? plan.totals.bytes : 0n,
    leftOutBytes: leftOutBytesOf(plan),
    checks: plan.kind === 'planned' || plan.kind === 'refused' ? plan.checks : [],
    steps: steps.slice(0, MAX_STEPS).map(({ step, leftOut }) => ({
      node: step.node.name,
      partitionId: step.partitionId,
      partition: step.partition,
      fromVolumes: step.fromVolumes,
      ...step.totals,
      leftOut,
    })),
    stepCount: steps.length,
  }
}
