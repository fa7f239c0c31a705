import { z } from 'zod'
import { tierScheduleScopes } from '../../identity/access/scopes-of.ts'
import { maySeeAll } from '../../identity/access/visible.ts'
import { authorize, authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { cutPage, pageAfter } from '../../platform/base/page.ts'
import { mayChangeSchedule } from '../../platform/schedule/schedule-verbs.ts'
import { viewTiming } from '../../platform/schedule/view-timing.ts'
import { resolveOwner } from './resolve-owner.ts'
import { toRunViews } from './run-view.ts'
import {
  listScheduleRunsInput,
  type listSchedulesInput,
  type ScheduleRunView,
  type ScheduleView,
  scheduleScope,
  timeSpan,
} from './schema.ts'
import { type StoredSchedule, tierSchedules, withCluster } from './tier-schedules.ts'

const RUNS_SHOWN = 5

async function toScheduleView(ctx: ServiceContext, schedule: StoredSchedule): Promise<ScheduleView> {
  const [owner, last] = await Promise.all([
    resolveOwner(ctx.db, schedule, ctx.now()),
    ctx.db.tierScheduleRun.findFirst({ where: { scheduleId: schedule.id }, orderBy: { dueAt: 'desc' } }),
  ])
  const [lastRun] = last ? await toRunViews(ctx, [last]) : []
  return {
    id: schedule.id,
    clusterId: schedule.cluster.id,
    clusterSlug: schedule.cluster.slug,
    clusterName: schedule.cluster.name,
    ...viewTiming(schedule, owner, RUNS_SHOWN),
    tables: scheduleScope.shape.tables.parse(schedule.tables),
    targetVolume: schedule.targetVolume,
    olderThanDays: schedule.olderThanDays,
    budgetBytes: schedule.budgetBytes,
    windowSpans: z.array(timeSpan).parse(schedule.windowSpans),
    replicas: scheduleScope.shape.replicas.parse(schedule.replicas),
    lastRun: lastRun ?? null,
    mayChange: mayChangeSchedule(ctx.actor, schedule),
    createdAt: schedule.createdAt,
    updatedAt: schedule.updatedAt,
  }
}

export async function getSchedule(ctx: ServiceContext, input: { id: string }): Promise<ScheduleView> {
  await authorize(ctx, 'viewer')
  return toScheduleView(ctx, await tierSchedules.get(ctx.db, input.id))
}

/** By name. */
export async function listSchedules(
  ctx: ServiceContext,
  input: z.input<typeof listSchedulesInput>,
): Promise<ScheduleView[]> {
  await authorize(ctx, 'viewer')
  const { cluster } = input
  const schedules = await ctx.db.tierSchedule.findMany({
    where: cluster ? { cluster: { OR: [{ id: cluster }, { slug: cluster }] } } : {},
    include: withCluster,
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  })
  const visible = schedules.filter((schedule) => maySeeAll(ctx.actor, tierScheduleScopes(schedule)))
  return Promise.all(visible.map((schedule) => toScheduleView(ctx, schedule)))
}

/** The newest due time first. */
export async function listScheduleRuns(
  ctx: ServiceContext,
  given: z.input<typeof listScheduleRunsInput>,
): Promise<{ runs: ScheduleRunView[]; next: string | null }> {
  const { id, after, limit } = await authorizeInput(ctx, 'viewer', listScheduleRunsInput, given)
  await tierSchedules.get(ctx.db, id)
  const rows = await ctx.db.tierScheduleRun.findMany({
    where: { scheduleId: id },
    orderBy: [{ dueAt: 'desc' }],
    ...pageAfter({ after, limit }),
  })
  const { page, next } = cutPage(rows, limit, ({ id }) => id)
  return { runs: await toRunViews(ctx, page), next }
}
