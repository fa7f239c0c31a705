import { randomUUID } from 'node:crypto'
import { lockRows, notifyChange } from '@frostline/db'
import { openRunStatuses } from '@frostline/domain'
import type { z } from 'zod'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { refuseManaged } from '../../platform/desired-state/refuse-managed.ts'
import { readConfigTarget } from '../config-target/read-target.ts'
import { findProposal } from '../storage-proposal/read-proposals.ts'
import { prepareStorageRolloutInput } from './schema.ts'

/**
 * Has a worker plan which files are written where: it reads each node's current file and keeps it as the backup. An
 * earlier plan of this proposal that never started is replaced. Nothing is written to a node.
 */
export async function prepareStorageRollout(
  ctx: ServiceContext,
  given: z.input<typeof prepareStorageRolloutInput>,
): Promise<{ id: string }> {
  const about = { action: 'storage-rollout.prepare', objectType: 'storage-proposal', objectId: given.id }
  await authorize(ctx, 'admin', { ...about, objectName: given.id })
  const input = parseInput(prepareStorageRolloutInput, given)
  return ctx.db.$transaction(async (tx) => {
    const proposal = await findProposal(tx, input.id)
    await refuseManaged(tx, ctx, { kind: 'storage', clusterId: proposal.clusterId })
    const target = await readConfigTarget(tx, proposal.clusterId)
    if (target.kind === 'download')
      throw new ServiceError(
        'conflict',
        `The configuration files of ${target.clusterName} are set to download only. Nothing can be applied.`,
        {
          hint: 'An admin can set the folders of the nodes in the cluster settings.',
        },
      )
    const active = await tx.storageRollout.findFirst({
      where: { run: { clusterId: proposal.clusterId, status: { in: [...openRunStatuses] } } },
      select: { proposal: { select: { title: true } } },
    })
    if (active)
      throw new ServiceError(
        'conflict',
        `A rollout of ${active.proposal.title} is running on this cluster.`,
        {
          hint: 'Wait until it ends. It changes the files on which the plan is based.',
        },
      )
    const unstarted = { proposalId: proposal.id, runId: null }
    await lockRows(tx, 'storage_rollout', { proposalId: proposal.id })
    await tx.storageRolloutStep.deleteMany({ where: { rollout: unstarted } })
    await tx.storageRollout.deleteMany({ where: unstarted })
    const { id } = await tx.storageRollout.create({
      data: {
        id: randomUUID(),
        proposalId: proposal.id,
        requestedById: ctx.actor.id,
        requestedBy: ctx.actor.name,
        createdAt: ctx.now(),
      },
    })
    await recordAudit(tx, ctx, {
      ...about,
      objectName: proposal.title,
      clusterId: proposal.clusterId,
      clusterName: proposal.cluster.name,
      outcome: 'succeeded',
      details: { rollout: id },
    })
    await notifyChange(tx, 'storage-rollout', id)
    return { id }
  })
}
