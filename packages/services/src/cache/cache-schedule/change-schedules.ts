import type { ServiceContext } from '../../platform/base/context.ts'
import { firstDueAt } from '../../platform/base/first-due-at.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { changeCacheSchedule } from './change-schedule.ts'
import { explainTakenName } from './create.ts'
import { resolveCacheOwner } from './resolve-owner.ts'
import { type UpdateCacheScheduleInput, updateCacheScheduleInput } from './schema.ts'

/** Changes its name and due times. What it does cannot be changed: create another one. */
export async function updateCacheSchedule(
  ctx: ServiceContext,
  input: UpdateCacheScheduleInput,
): Promise<{ id: string }> {
  try {
    await changeCacheSchedule(ctx, input.id, 'cache-schedule.update', async (tx, schedule) => {
      const { id, ...given } = parseInput(updateCacheScheduleInput, input)
      await tx.cacheSchedule.update({
        where: { id },
        data: { ...given, ...(schedule.enabled ? { nextDueAt: firstDueAt(given, ctx.now()) } : {}) },
      })
      return given
    })
    return { id: input.id }
  } catch (error) {
    throw explainTakenName(error, input.name)
  }
}

/** Deletes a schedule and the record of its runs. Their warm-ups continue, and the audit stays. */
export async function removeCacheSchedule(ctx: ServiceContext, { id }: { id: string }): Promise<void> {
  await changeCacheSchedule(ctx, id, 'cache-schedule.remove', async (tx) => {
    const runs = await tx.cacheScheduleRun.count({ where: { scheduleId: id } })
    await tx.cacheSchedule.delete({ where: { id } })
    return { runs }
  })
}

/** Enables it from now on; what was missed meanwhile is not caught up. */
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

/** No run starts any more. A waiting one is skipped; a running warm-up continues until cancelled. */
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

/**
 * Starts a run on request, in addition to the cron expression and never at the same time as another.
 * @throws ServiceError `conflict` while it is disabled or a run has not ended.
 */
export async function runCacheScheduleNow(
  ctx: ServiceContext,
  { id }: { id: string },
): Promise<{ id: string; runId: string }> {
  let runId = ''
  await changeCacheSchedule(ctx, id, 'cache-schedule.run-now', async (tx, { name, enabled }) => {
    const refuse = (why: string, hint: string): never => {
      throw new ServiceError('conflict', `The schedule ${name} cannot run now. ${why}`, { hint })
    }
    if (!enabled) refuse('It is disabled.', 'Enable it first.')
    const open = await tx.cacheScheduleRun.count({
      where: { scheduleId: id, status: { in: ['due', 'running'] } },
    })
    if (open > 0)
      refuse(
        'A run has not ended. Runs of a schedule never overlap.',
        'Wait until it ends, or cancel its warm-up.',
      )
    const run = await tx.cacheScheduleRun.create({
      data: { scheduleId: id, dueAt: ctx.now(), status: 'due', requestedBy: ctx.actor.name },
    })
    runId = run.id
    return { run: run.id }
  })
  return { id, runId }
}
