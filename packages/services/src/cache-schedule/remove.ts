import type { ServiceContext } from '../base/context.ts'
import { changeCacheSchedule } from './change-schedule.ts'

/** Deletes a schedule and the record of its runs. Their warm-ups stay, go on, and so does the audit. */
export async function removeCacheSchedule(ctx: ServiceContext, { id }: { id: string }): Promise<void> {
  await changeCacheSchedule(ctx, id, 'cache-schedule.remove', async (tx) => {
    const runs = await tx.cacheScheduleRun.count({ where: { scheduleId: id } })
    await tx.cacheSchedule.delete({ where: { id } })
    return { runs }
  })
}
