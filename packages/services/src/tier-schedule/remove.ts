import type { ServiceContext } from '../base/context.ts'
import { ServiceError } from '../base/service-error.ts'
import { changeSchedule } from './change-schedule.ts'

/** Deletes a schedule and the record of its runs. Their tier migrations stay, and so does the audit. */
export async function removeSchedule(ctx: ServiceContext, input: { id: string }): Promise<void> {
  await changeSchedule(ctx, input.id, 'tier-schedule.remove', async (tx, schedule) => {
    const running = await tx.tierScheduleRun.count({ where: { scheduleId: schedule.id, status: 'running' } })
    if (running > 0)
      throw new ServiceError('conflict', `A run of the schedule ${schedule.name} is moving data.`, {
        hint: 'Wait until the run ends, or cancel its tier migrations. Then delete the schedule. To prevent new runs, disable it.',
      })
    const runs = await tx.tierScheduleRun.count({ where: { scheduleId: schedule.id } })
    await tx.tierSchedule.delete({ where: { id: schedule.id } })
    return { runs }
  })
}
