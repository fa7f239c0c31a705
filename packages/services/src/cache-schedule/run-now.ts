import type { ServiceContext } from '../base/context.ts'
import { ServiceError } from '../base/service-error.ts'
import { changeCacheSchedule } from './change-schedule.ts'

/**
 * A run that a person asks for, beside those of the cron expression and one at a time with them.
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
