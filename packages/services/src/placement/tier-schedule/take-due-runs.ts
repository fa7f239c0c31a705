import { notifyChange, type TierSchedule, type Transaction, tryLockRow } from '@frostline/db'
import { judgeDue } from '@frostline/domain'
import type { ServiceContext } from '../../platform/base/context.ts'
import { eachInTransaction } from '../../platform/base/each-concurrently.ts'

/**
 * For every schedule that is due, stores a row for this due time and advances it to the next one, in one transaction
 * under the schedule's lock. So each due time gets one run, whatever workers run or die meanwhile.
 */
export async function takeDueRuns(ctx: ServiceContext): Promise<void> {
  const due = await ctx.db.tierSchedule.findMany({
    where: { enabled: true, nextDueAt: { lte: ctx.now() } },
    select: { id: true },
    orderBy: { nextDueAt: 'asc' },
  })
  await eachInTransaction(
    ctx,
    due,
    (tx, id) => takeDueRun(tx, ctx, id),
    'Due schedules could not be started.',
  )
}

async function takeDueRun(tx: Transaction, ctx: ServiceContext, id: string): Promise<void> {
  if (!(await tryLockRow(tx, 'tier_schedule', id))) return
  const schedule = await tx.tierSchedule.findUnique({ where: { id } })
  const now = ctx.now()
  if (!schedule?.enabled || schedule.nextDueAt === null || schedule.nextDueAt > now) return
  const due = judgeDue({ ...schedule, nextDueAtMs: schedule.nextDueAt.getTime() }, now.getTime())
  const leftOut = due.kind === 'missed' ? explainMissed(now) : await explainOverlap(tx, schedule)
  await tx.tierScheduleRun.createMany({
    data: {
      scheduleId: id,
      dueAt: new Date(due.dueAtMs),
      caughtUp: due.kind === 'caught-up',
      ...(leftOut === null
        ? { status: 'due' as const }
        : { status: 'skipped' as const, reason: leftOut, finishedAt: now }),
    },
    // A clock that was set back, or an edit, may repeat a due time that already had its run.
    skipDuplicates: true,
  })
  const nextDueAt = due.nextDueAtMs === null ? null : new Date(due.nextDueAtMs)
  await tx.tierSchedule.update({ where: { id }, data: { nextDueAt, updatedAt: schedule.updatedAt } })
  await notifyChange(tx, 'tier-schedule', id)
}

function explainMissed(now: Date): string {
  return `No worker was running at the due time. The first started at ${now.toISOString().slice(0, 16)}Z. The schedule skips missed runs.`
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
