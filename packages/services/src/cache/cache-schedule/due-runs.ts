import { notifyChange } from '@frostline/db'
import { endedRunStatuses } from '@frostline/domain'
import type { ServiceContext } from '../../platform/base/context.ts'
import { viewRun, withRun } from '../../platform/run/stored-run.ts'
import { runOfDueTime, takeDueTimes } from '../../platform/schedule/take-due-times.ts'

/** Starts a run for every due time of cache schedules. */
export async function takeDueCacheRuns(ctx: ServiceContext): Promise<void> {
  await takeDueTimes(ctx, {
    ...{ table: 'cache_schedule', topic: 'cache-schedule' },
    find: (tx, id) => tx.cacheSchedule.findUnique({ where: { id } }),
    missedRunsOf: ({ missedRuns }) => missedRuns,
    take: async (tx, { id }, due, now) => {
      const open = await tx.cacheScheduleRun.count({
        where: { scheduleId: id, status: { in: ['due', 'running'] } },
      })
      const overlap = open > 0 ? 'The previous run had not ended. Runs of a schedule never overlap.' : null
      await tx.cacheScheduleRun.createMany({
        data: runOfDueTime(id, due, due.missed ?? overlap, now),
        // A clock that was set back, or an edit, may repeat a due time that already had its run.
        skipDuplicates: true,
      })
      await tx.cacheSchedule.update({ where: { id }, data: { nextDueAt: due.nextDueAt } })
    },
  })
}

/** Ends the runs whose warm-up has ended. Idempotent after a crash. */
export async function settleCacheRuns(ctx: ServiceContext): Promise<void> {
  const over = await ctx.db.cacheScheduleRun.findMany({
    where: {
      status: 'running',
      OR: [{ warmupId: null }, { warmup: { run: { status: { in: [...endedRunStatuses] } } } }],
    },
    include: { warmup: { include: withRun } },
  })
  for (const { id, scheduleId, warmup: found } of over) {
    const warmup = found && viewRun(found.run)
    const completed = warmup?.status === 'completed'
    const reason = completed
      ? null
      : warmup?.cancelledBy
        ? `The warm-up was cancelled by ${warmup.cancelledBy}.`
        : (warmup?.error ?? 'Its warm-up does not exist any more.')
    await ctx.db.$transaction(async (tx) => {
      await tx.cacheScheduleRun.updateMany({
        where: { id, status: 'running' },
        data: { status: completed ? 'completed' : 'failed', reason, finishedAt: ctx.now() },
      })
      await notifyChange(tx, 'cache-schedule', scheduleId)
    })
  }
}
