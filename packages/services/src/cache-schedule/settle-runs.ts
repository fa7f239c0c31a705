import { notifyChange } from '@frostline/db'
import type { ServiceContext } from '../base/context.ts'

/** Ends the runs whose warm-up has come to an end. Asked again after a crash, it finds the same. */
export async function settleCacheRuns(ctx: ServiceContext): Promise<void> {
  const over = await ctx.db.cacheScheduleRun.findMany({
    where: {
      status: 'running',
      OR: [{ warmupId: null }, { warmup: { status: { in: ['completed', 'failed', 'cancelled'] } } }],
    },
    include: { warmup: { select: { status: true, error: true, cancelledBy: true } } },
  })
  for (const { id, scheduleId, warmup } of over) {
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
