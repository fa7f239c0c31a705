import type { z } from 'zod'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { ServiceError } from '../base/service-error.ts'
import { anew, changeRemovalStatus, refuseRemovalState, requireReplicas, sumHeld } from './change-status.ts'
import { isSecondPerson } from './is-second-person.ts'
import { removalDecision } from './schema.ts'

/**
 * A second person has what is in quarantine deleted for good, without the wait.
 * @throws ServiceError `forbidden` for whoever started it, and for tokens; `conflict` where something else is in quarantine
 * than the page has told.
 */
export async function approveOrphanRemoval(ctx: ServiceContext, given: z.input<typeof removalDecision>) {
  const { id, expectedObjects } = parseInput(removalDecision, given)
  return changeRemovalStatus(ctx, id, 'orphan-removal.approve', async (removal, tx) => {
    if (removal.status !== 'waiting')
      refuseRemovalState(removal, 'approved', 'Only objects in quarantine can be approved for deletion.')
    if (!isSecondPerson(removal, ctx.actor))
      throw new ServiceError(
        'forbidden',
        `${removal.requestedBy} started it. Another person must approve it.`,
        {
          hint: 'Ask another admin to review it in the console. API tokens cannot approve.',
        },
      )
    await requireReplicas(tx, removal)
    const { objects } = await sumHeld(tx, id)
    if (objects !== BigInt(expectedObjects))
      throw new ServiceError(
        'conflict',
        `${objects} objects are in quarantine now, not ${expectedObjects}.`,
        {
          hint: 'Review them again.',
        },
      )
    return { ...anew, stage: 'deleting', approvedBy: ctx.actor.name, approvedAt: ctx.now(), deleteAt: null }
  })
}
