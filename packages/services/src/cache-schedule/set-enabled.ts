import type { ServiceContext } from '../base/context.ts'
import { firstDueAt } from '../base/first-due-at.ts'
import { ServiceError } from '../base/service-error.ts'
import { changeCacheSchedule } from './change-schedule.ts'
import { resolveCacheOwner } from './resolve-owner.ts'

/** Lets it come due again from now on; what was missed meanwhile is not caught up. */
export async function enableCacheSchedule(
  ctx: ServiceContext,
  { id }: { id: string },
): Promise<{ id: string }> {
  await changeCacheSchedule(ctx, id, 'cache-schedule.enable', async (tx, schedule) => {
    const owner = await resolveCacheOwner(tx, schedule, ctx.now())
    if (owner.kind === 'fault')
      throw new ServiceError('conflict', `The schedule ${schedule.name} cannot be enabled. ${owner.reason}`, {
        hint: 'Restore the role of the owner, or create the schedule again as your own.',
      })
    await tx.cacheSchedule.update({
      where: { id },
      data: { enabled: true, stoppedReason: null, nextDueAt: firstDueAt(schedule, ctx.now()) },
    })
    return {}
  })
  return { id }
}

/** No run begins any more. One that waits is left out; a warm-up that has begun goes on until cancelled. */
export async function disableCacheSchedule(
  ctx: ServiceContext,
  { id }: { id: string },
): Promise<{ id: string }> {
  await changeCacheSchedule(ctx, id, 'cache-schedule.disable', async (tx) => {
    await tx.cacheSchedule.update({
      where: { id },
      data: { enabled: false, stoppedReason: null, nextDueAt: null },
    })
    const { count: leftOutRuns } = await tx.cacheScheduleRun.updateMany({
      where: { scheduleId: id, status: 'due' },
      data: {
        ...{ status: 'skipped', finishedAt: ctx.now() },
        reason: `${ctx.actor.name} disabled the schedule before the run started.`,
      },
    })
    return { leftOutRuns }
  })
  return { id }
}
