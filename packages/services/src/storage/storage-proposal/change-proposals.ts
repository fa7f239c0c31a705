import { notifyChange, Prisma, type Transaction } from '@frostline/db'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { type AuditFacts, recordAudit } from '../../platform/base/record-audit.ts'
import { refuseUnfinishedRollout } from '../storage-rollout/open-rollouts.ts'
import { findProposal } from './read-proposals.ts'
import { type ReviewStorageProposalInput, reviewStorageProposalInput } from './schema.ts'

/** Has an engine check it again, against what the nodes run now. */
export function recheckStorageProposal(ctx: ServiceContext, given: { id: string }): Promise<{ id: string }> {
  return changeProposal(ctx, given.id, 'storage-proposal.check', async (tx) => {
    await tx.storageProposal.update({
      where: { id: given.id },
      data: { engineCheck: Prisma.DbNull, engineCheckedAt: null },
    })
    return undefined
  })
}

/** Deletes a proposal, its secrets and the backups of its rollouts. What nodes run stays as it is. */
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

/** Stores an admin's review. A later review replaces an earlier one; the audit keeps all. */
export function reviewStorageProposal(
  ctx: ServiceContext,
  given: ReviewStorageProposalInput,
): Promise<{ id: string }> {
  return changeProposal(ctx, given.id, 'storage-proposal.review', async (tx) => {
    const { id, outcome, note } = parseInput(reviewStorageProposalInput, given)
    await tx.storageProposal.update({
      where: { id },
      data: {
        ...{ reviewOutcome: outcome, reviewNote: note, reviewedAt: ctx.now() },
        ...{ reviewedById: ctx.actor.id, reviewedBy: ctx.actor.name },
      },
    })
    return { outcome, note }
  })
}

/** One admin's decision on a proposal: authorized, audited and announced in one transaction. */
async function changeProposal(
  ctx: ServiceContext,
  id: string,
  action: string,
  change: (tx: Transaction) => Promise<AuditFacts['details'] | undefined>,
): Promise<{ id: string }> {
  const object = { action, objectType: 'storage-proposal', objectId: id, objectName: id }
  await authorize(ctx, 'admin', object)
  return ctx.db.$transaction(async (tx) => {
    const proposal = await findProposal(tx, id)
    const details = await change(tx)
    await recordAudit(tx, ctx, {
      ...object,
      objectName: proposal.title,
      clusterId: proposal.clusterId,
      clusterName: proposal.cluster.name,
      outcome: 'succeeded',
      details,
    })
    await notifyChange(tx, 'storage-proposal', id)
    return { id }
  })
}
