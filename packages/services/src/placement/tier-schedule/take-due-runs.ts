import type { TierSchedule, Transaction } from '@frostline/db'
import type { ServiceContext } from '../../platform/base/context.ts'
import { runOfDueTime, takeDueTimes } from '../../platform/schedule/take-due-times.ts'

/** Stores a run for every due time of tier schedules. */
export async function takeDueRuns(ctx: ServiceContext): Promise<void> {
  await takeDueTimes(ctx, {
    ...{ table: 'tier_schedule', topic: 'tier-schedule' },
    find: (tx, id) => tx.tierSchedule.findUnique({ where: { id } }),
    missedRunsOf: ({ missedRuns }) => missedRuns,
    take: async (tx, schedule, due, now) => {
      const { id, updatedAt } = schedule
      await tx.tierScheduleRun.createMany({
        data: runOfDueTime(id, due, due.missed ?? (await explainOverlap(tx, schedule)), now),
        // A clock that was set back, or an edit, may repeat a due time that already had its run.
        skipDuplicates: true,
      })
      await tx.tierSchedule.update({ where: { id }, data: { nextDueAt: due.nextDueAt, updatedAt } })
    },
  })
}

async function explainOverlap(tx: Transaction, schedule: TierSchedule): Promise<string | null> {
  const before = await tx.tierScheduleRun.findFirst({
    where: { scheduleId: schedule.id, status: { in: ['due', 'running'] } },
    orderBy: { dueAt: 'desc' },
  })
  if (!before) return null
  const name = `${before.dueAt.toISOString().slice(0, 16)}Z`
  return before.status === 'due'
    ? `The run of ${name} had not started yet. Runs of a schedule never overlap.`
    : `The run of ${name} was still moving data. Runs of a schedule never overlap.`
}
