import { type CacheTask, cacheTask } from '@frostline/domain'
import type { z } from 'zod'
import { cacheScheduleScopes } from '../../identity/access/scopes-of.ts'
import { maySeeAll } from '../../identity/access/visible.ts'
import { authorize, authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { cutPage, pageAfter } from '../../platform/base/page.ts'
import { mayChangeSchedule } from '../../platform/schedule/schedule-verbs.ts'
import { viewTiming } from '../../platform/schedule/view-timing.ts'
import { hideSql } from '../cache-warmup/require-role.ts'
import { cacheSchedules, type StoredCacheSchedule, withCluster } from './cache-schedules.ts'
import { resolveCacheOwner } from './resolve-owner.ts'
import {
  type CacheScheduleRunView,
  type CacheScheduleView,
  listCacheScheduleRunsInput,
  type listCacheSchedulesInput,
} from './schema.ts'

const runsShown = 3
const omitted = { scheduleId: true, takenUntil: true } as const

/** By name. */
export async function listCacheSchedules(
  ctx: ServiceContext,
  { cluster }: z.input<typeof listCacheSchedulesInput>,
): Promise<CacheScheduleView[]> {
  await authorize(ctx, 'viewer')
  const schedules = await ctx.db.cacheSchedule.findMany({
    where: cluster ? { cluster: { OR: [{ id: cluster }, { slug: cluster }] } } : {},
    include: { ...withCluster, runs: { orderBy: { dueAt: 'desc' }, take: 1, omit: omitted } },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  })
  const visible = schedules.filter((schedule) => maySeeAll(ctx.actor, cacheScheduleScopes(schedule)))
  return Promise.all(visible.map(({ runs, ...schedule }) => toView(ctx, schedule, runs[0] ?? null)))
}

/** The newest due time first. */
export async function listCacheScheduleRuns(
  ctx: ServiceContext,
  given: z.input<typeof listCacheScheduleRunsInput>,
): Promise<{ runs: CacheScheduleRunView[]; next: string | null }> {
  const { id, after, limit } = await authorizeInput(ctx, 'viewer', listCacheScheduleRunsInput, given)
  await cacheSchedules.get(ctx.db, id)
  const rows = await ctx.db.cacheScheduleRun.findMany({
    where: { scheduleId: id },
    omit: omitted,
    orderBy: { dueAt: 'desc' },
    ...pageAfter({ after, limit }),
  })
  const { page, next } = cutPage(rows, limit, ({ id }) => id)
  return { runs: page, next }
}

async function toView(
  ctx: ServiceContext,
  schedule: StoredCacheSchedule,
  lastRun: CacheScheduleRunView | null,
): Promise<CacheScheduleView> {
  const { id, clusterId, cluster } = schedule
  const owner = await resolveCacheOwner(ctx.db, schedule, ctx.now())
  return {
    ...{ id, clusterId, clusterSlug: cluster.slug, lastRun },
    ...viewTiming(schedule, owner, runsShown),
    task: hideTask(ctx, cacheTask.parse(schedule.task)),
    mayChange: mayChangeSchedule(ctx.actor, schedule),
  }
}

function hideTask(ctx: ServiceContext, task: CacheTask): CacheTask {
  return task.kind === 'warmup' ? { ...task, spec: hideSql(ctx, task.spec) } : task
}
