import { notifyChange } from '@frostline/db'
import type { ServiceContext } from '../../../platform/base/context.ts'
import { runOfDueTime, takeDueTimes } from '../../../platform/schedule/take-due-times.ts'

/** Stores a run for every due time of archive schedules. */
export async function takeDueArchiveRuns(ctx: ServiceContext): Promise<void> {
  await takeDueTimes(ctx, {
    ...{ table: 'archive_schedule', topic: 'archive-schedule' },
    find: (tx, id) => tx.archiveSchedule.findUnique({ where: { id } }),
    missedRunsOf: ({ missedRuns }) => missedRuns,
    take: async (tx, { id }, due, now) => {
      const open = await tx.archiveScheduleRun.count({
        where: { scheduleId: id, status: { in: ['due', 'running'] } },
      })
      const overlap =
        open > 0 ? 'The files of the previous run were not proved yet. Runs never overlap.' : null
      await tx.archiveScheduleRun.createMany({
        data: runOfDueTime(id, due, due.missed ?? overlap, now),
        // A clock that was set back may repeat a due time that already had its run.
        skipDuplicates: true,
      })
      await tx.archiveSchedule.update({ where: { id }, data: { nextDueAt: due.nextDueAt } })
    },
  })
}

/** Ends the runs whose archive is proved, or has ended otherwise. Its approval is no part of the run. */
export async function settleArchiveRuns(ctx: ServiceContext): Promise<void> {
  const over = await ctx.db.archiveScheduleRun.findMany({
    where: {
      status: 'running',
      OR: [
        { archiveId: null },
        { archive: { run: { status: { in: ['waiting', 'completed', 'failed', 'cancelled'] } } } },
      ],
    },
    include: { archive: { include: { run: true } } },
  })
  for (const { id, scheduleId, archive, reason } of over) {
    const status = archive?.run.status
    const isGood = status === 'waiting' || status === 'completed'
    const why = isGood
      ? reason
      : status === 'cancelled'
        ? 'Its archive was cancelled.'
        : (archive?.run.error ?? 'Its archive does not exist any more.')
    await ctx.db.$transaction(async (tx) => {
      await tx.archiveScheduleRun.updateMany({
        where: { id, status: 'running' },
        data: { status: isGood ? 'completed' : 'failed', reason: why, finishedAt: ctx.now() },
      })
      await notifyChange(tx, 'archive-schedule', scheduleId)
    })
  }
}
