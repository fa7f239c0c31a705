import { notifyChange, type Transaction, tryLockRow } from '@frostline/db'
import { judgeDue } from '@frostline/domain'
import type { ServiceContext } from '../../base/context.ts'
import { takeEach } from '../../base/each-at-once.ts'

/**
 * Turns every due time that has passed into a run that is owed, and moves the pipeline on to its next one, in one
 * transaction under its lock. However many passed unseen, or while a load was open, one run comes of them: it takes all
 * that is new, so none of them is left out.
 */
export async function takePipelineDueTimes(ctx: ServiceContext): Promise<void> {
  const due = await ctx.db.loadPipeline.findMany({
    where: { enabled: true, nextDueAt: { lte: ctx.now() } },
    select: { id: true },
    orderBy: { nextDueAt: 'asc' },
  })
  await takeEach(ctx, due, (tx, id) => takeDueTime(tx, ctx, id), 'Due pipelines could not be started.')
}

async function takeDueTime(tx: Transaction, ctx: ServiceContext, id: string): Promise<void> {
  if (!(await tryLockRow(tx, 'load_pipeline', id))) return
  const pipeline = await tx.loadPipeline.findUnique({ where: { id } })
  const { cron, timeZone, nextDueAt } = pipeline ?? {}
  if (!pipeline?.enabled || !cron || !timeZone || !nextDueAt || nextDueAt > ctx.now()) return
  const due = judgeDue(
    { cron, timeZone, missedRuns: 'catch_up', nextDueAtMs: nextDueAt.getTime() },
    ctx.now().getTime(),
  )
  const next = due.nextDueAtMs === null ? null : new Date(due.nextDueAtMs)
  // One that a person asked for, and that has not been yet, stands for this due time too.
  await tx.$executeRaw`
    UPDATE load_pipeline SET "nextDueAt" = ${next}, "askedAt" = coalesce("askedAt", now()) WHERE id = ${id}`
  await notifyChange(tx, 'load-pipeline', id)
}
