import { notifyChange, type Transaction, tryLockRow } from '@frostline/db'
import { endedRunStatuses, judgeDue } from '@frostline/domain'
import type { ServiceContext } from '../../platform/base/context.ts'
import { eachInTransaction } from '../../platform/base/each-concurrently.ts'
import { viewRun, withRun } from '../../platform/run/stored-run.ts'

/**
 * For every schedule that is due, stores a row for this due time and advances it to the next one, in one transaction
 * under the schedule's lock. So each due time gets one run, whatever workers run or die meanwhile.
 */
export async function takeDueCacheRuns(ctx: ServiceContext): Promise<void> {
  const due = await ctx.db.cacheSchedule.findMany({
    where: { enabled: true, nextDueAt: { lte: ctx.now() } },
    select: { id: true },
    orderBy: { nextDueAt: 'asc' },
  })
  await eachInTransaction(
    ctx,
    due,
    (tx, id) => takeDueRun(tx, ctx, id),
    'Due cache schedules could not be started.',
  )
}

async function takeDueRun(tx: Transaction, ctx: ServiceContext, id: string): Promise<void> {
  if (!(await tryLockRow(tx, 'cache_schedule', id))) return
  const schedule = await tx.cacheSchedule.findUnique({ where: { id } })
  const now = ctx.now()
  if (!schedule?.enabled || schedule.nextDueAt === null || schedule.nextDueAt > now) return
  const due = judgeDue({ ...schedule, nextDueAtMs: schedule.nextDueAt.getTime() }, now.getTime())
  const open = await tx.cacheScheduleRun.count({
    where: { scheduleId: id, status: { in: ['due', 'running'] } },
  })
  const leftOut =
    due.kind === 'missed'
      ? `No worker was running at the due time. The first started at ${now.toISOString().slice(0, 16)}Z. The schedule skips missed runs.`
      : open > 0
        ? 'The previous run had not ended. Runs of a schedule never overlap.'
        : null
  await tx.cacheScheduleRun.createMany({
    data: {
      ...{ scheduleId: id, dueAt: new Date(due.dueAtMs), caughtUp: due.kind === 'caught-up' },
      ...(leftOut === null
        ? { status: 'due' as const }
        : { status: 'skipped' as const, reason: leftOut, finishedAt: now }),
    },
    // A clock that was set back, or an edit, may repeat a due time that already had its run.
    skipDuplicates: true,
  })
  const nextDueAt = due.nextDueAtMs === null ? null : new Date(due.nextDueAtMs)
  await tx.cacheSchedule.update({ where: { id }, data: { nextDueAt } })
  await notifyChange(tx, 'cache-schedule', id)
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
