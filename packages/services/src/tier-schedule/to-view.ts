import { explainCron, nextDueTimes } from '@frostline/domain'
import { z } from 'zod'
import type { ServiceContext } from '../base/context.ts'
import { mayChangeSchedule } from './change-schedule.ts'
import type { StoredSchedule } from './find-schedule.ts'
import { resolveOwner } from './resolve-owner.ts'
import { toRunViews } from './run-view.ts'
import { type ScheduleView, scheduleScope, timeSpan } from './schema.ts'

const RUNS_SHOWN = 5

export async function toScheduleView(ctx: ServiceContext, schedule: StoredSchedule): Promise<ScheduleView> {
  const [owner, last] = await Promise.all([
    resolveOwner(ctx.db, schedule, ctx.now()),
    ctx.db.tierScheduleRun.findFirst({ where: { scheduleId: schedule.id }, orderBy: { dueAt: 'desc' } }),
  ])
  const [lastRun] = last ? await toRunViews(ctx, [last]) : []
  // The stored one may be a moment ago, or weeks when no worker runs: then it is what comes first.
  const nextMs = schedule.nextDueAt?.getTime()
  return {
    id: schedule.id,
    clusterId: schedule.cluster.id,
    clusterSlug: schedule.cluster.slug,
    clusterName: schedule.cluster.name,
    name: schedule.name,
    tables: scheduleScope.shape.tables.parse(schedule.tables),
    targetVolume: schedule.targetVolume,
    olderThanDays: schedule.olderThanDays,
    budgetBytes: schedule.budgetBytes,
    cron: schedule.cron,
    cronWords: explainCron(schedule.cron),
    timeZone: schedule.timeZone,
    windowSpans: z.array(timeSpan).parse(schedule.windowSpans),
    missedRuns: schedule.missedRuns,
    replicas: scheduleScope.shape.replicas.parse(schedule.replicas),
    owner: schedule.ownerName,
    ownerFault: owner.kind === 'fault' ? owner.reason : null,
    enabled: schedule.enabled,
    stoppedReason: schedule.stoppedReason,
    nextRuns:
      nextMs === undefined
        ? []
        : nextDueTimes(schedule.cron, schedule.timeZone, nextMs - 1000, RUNS_SHOWN).map((ms) => new Date(ms)),
    lastRun: lastRun ?? null,
    mayChange: mayChangeSchedule(ctx.actor, schedule),
    createdAt: schedule.createdAt,
    updatedAt: schedule.updatedAt,
  }
}
