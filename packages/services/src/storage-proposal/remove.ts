import type { ServiceContext } from '../base/context.ts'
import { refuseUnfinishedRollout } from '../storage-rollout/refuse-unfinished.ts'
import { changeProposal } from './change-proposal.ts'

/** Forgets a proposal, its secrets and the backups of its rollouts. What nodes run stays as it is. */
export function removeStorageProposal(ctx: ServiceContext, given: { id: string }): Promise<{ id: string }> {
  return changeProposal(ctx, given.id, 'storage-proposal.remove', async (tx) => {
    await refuseUnfinishedRollout(tx, given.id)
    await tx.storageRolloutStep.deleteMany({ where: { rollout: { proposalId: given.id } } })
    const runs = await tx.storageRollout.findMany({ where: { proposalId: given.id, runId: { not: null } } })
    await tx.storageRollout.deleteMany({ where: { proposalId: given.id } })
    await tx.run.deleteMany({ where: { id: { in: runs.map(({ id }) => id) } } })
    await tx.storageProposal.delete({ where: { id: given.id } })
    return undefined
  })
}
