import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { changeSchedule } from './change-schedule.ts'

/** Makes the admin who asks its owner, for a schedule whose owner left. It stays enabled or disabled as it was. */
export async function takeOverSchedule(ctx: ServiceContext, input: { id: string }): Promise<{ id: string }> {
  await authorize(ctx, 'admin', {
    action: 'tier-schedule.take-over',
    objectType: 'tier-schedule',
    objectId: input.id,
    objectName: input.id,
  })
  await changeSchedule(ctx, input.id, 'tier-schedule.take-over', async (tx, schedule) => {
    await tx.tierSchedule.update({
      where: { id: schedule.id },
      data: { ownerType: ctx.actor.type, ownerId: ctx.actor.id, ownerName: ctx.actor.name },
    })
    return { formerOwner: schedule.ownerName }
  })
  return input
}
