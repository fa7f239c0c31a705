import { notifyChange, type Transaction, tryLockRow } from '@frostline/db'
import { judgeDue } from '@frostline/domain'
import type { ServiceContext } from '../../../platform/base/context.ts'
import { eachInTransaction } from '../../../platform/base/each-concurrently.ts'

/**
 * Turns passed due times into a due run, and advances the pipeline to the next one, in one transaction under its lock.
 * However many passed, they make one run: it takes all that is new, so none of them is lost.
 */
export async function takePipelineDueTimes(ctx: ServiceContext): Promise<void> {
  const due = await ctx.db.loadPipeline.findMany({
    where: { enabled: true, nextDueAt: { lte: ctx.now() } },
    select: { id: true },
    orderBy: { nextDueAt: 'asc' },
  })
  await eachInTransaction(
    ctx,
    due,
    (tx, id) => takeDueTime(tx, ctx, id),
    'Due pipelines could not be started.',
  )
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
  // A pending run on request also covers this due time.
  await tx.$executeRaw`
    UPDATE load_pipeline SET "nextDueAt" = ${next}, "askedAt" = coalesce("askedAt", now()) WHERE id = ${id}`
  await notifyChange(tx, 'load-pipeline', id)
}
