import { notifyChange } from '@frostline/db'
import type { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { recordAudit } from '../base/record-audit.ts'
import { ServiceError } from '../base/service-error.ts'
import { findRollout } from './find-rollout.ts'
import { storageRolloutRef } from './schema.ts'

/** Stops a rollout after the node that is being changed, or at once while it waits for a person or a node. */
export async function cancelStorageRollout(
  ctx: ServiceContext,
  given: z.input<typeof storageRolloutRef>,
): Promise<{ id: string }> {
  const about = { action: 'storage-rollout.cancel', objectType: 'storage-proposal', objectName: given.id }
  await authorize(ctx, 'admin', about)
  const { id } = parseInput(storageRolloutRef, given)
  return ctx.db.$transaction(async (tx) => {
    const rollout = await findRollout(tx, id)
    const { count } = await tx.storageRollout.updateMany({
      where: { id, status: { in: ['queued', 'running'] } },
      data: { status: 'cancelling', cancelledBy: ctx.actor.name },
    })
    if (count !== 1)
      throw new ServiceError('conflict', `The rollout is ${rollout.status}, so there is nothing to stop.`)
    await recordAudit(tx, ctx, {
      ...about,
      objectId: rollout.proposalId,
      objectName: rollout.proposal.title,
      clusterId: rollout.clusterId,
      clusterName: rollout.cluster.name,
      outcome: 'requested',
      details: { rollout: id },
    })
    await notifyChange(tx, 'storage-rollout', rollout.proposalId)
    return { id }
  })
}
