import { notifyChange } from '@frostline/db'
import { endedRunStatuses } from '@frostline/domain'
import type { ServiceContext } from '../base/context.ts'
import { viewRun, withRun } from '../run/stored-run.ts'

/** Ends the runs whose warm-up has come to an end. Asked again after a crash, it finds the same. */
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
