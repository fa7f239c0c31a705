import type { ServiceContext } from '../base/context.ts'
import { firstDueAt } from '../base/first-due-at.ts'
import { ServiceError } from '../base/service-error.ts'
import { changeSchedule } from './change-schedule.ts'
import { resolveOwner } from './resolve-owner.ts'

/** Lets it come due again from now on; what was missed meanwhile is not caught up. */
export async function enableSchedule(ctx: ServiceContext, input: { id: string }): Promise<{ id: string }> {
  await changeSchedule(ctx, input.id, 'tier-schedule.enable', async (tx, schedule) => {
    const owner = await resolveOwner(tx, schedule, ctx.now())
    if (owner.kind === 'fault')
      throw new ServiceError('conflict', `The schedule ${schedule.name} cannot be enabled. ${owner.reason}`, {
        hint: 'Restore the role of the owner, or ask an admin to take over the schedule.',
      })
    await tx.tierSchedule.update({
      where: { id: schedule.id },
      data: { enabled: true, stoppedReason: null, nextDueAt: firstDueAt(schedule, ctx.now()) },
    })
    return {}
  })
  return input
}

/** No run begins any more. One that waits is left out; tier migrations that have begun go on until cancelled. */
export async function disableSchedule(ctx: ServiceContext, input: { id: string }): Promise<{ id: string }> {
  await changeSchedule(ctx, input.id, 'tier-schedule.disable', async (tx, schedule) => {
    await tx.tierSchedule.update({
      where: { id: schedule.id },
      data: { enabled: false, stoppedReason: null, nextDueAt: null },
    })
    const { count: leftOutRuns } = await tx.tierScheduleRun.updateMany({
      where: { scheduleId: schedule.id, status: 'due' },
      data: {
        status: 'skipped',
        reason: `${ctx.actor.name} disabled the schedule before the run started.`,
        finishedAt: ctx.now(),
      },
    })
    return { leftOutRuns }
  })
  return input
}
