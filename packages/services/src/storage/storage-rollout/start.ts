import {
  notifyChange,
  rolloutClaimOf,
  type StorageProposal,
  startRollout,
  type Transaction,
} from '@frostline/db'
import { hasErrors } from '@frostline/domain'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { isSamePerson } from '../../platform/base/find-person.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { refuseManaged } from '../../platform/desired-state/refuse-managed.ts'
import { explainClaim, refuseHolder } from '../../platform/run/claim.ts'
import { getStorageProposal } from '../storage-proposal/read-proposals.ts'
import { findRollout, refuseDuringMigrations } from './open-rollouts.ts'
import { describePlan, rollouts } from './rollout-run.ts'
import { type StartStorageRolloutInput, startStorageRolloutInput } from './schema.ts'
import { toRolloutView } from './to-view.ts'

/**
 * Applies a plan: one node after the other, each verified before the next.
 * @throws ServiceError `conflict` for a proposal that now has errors, was rejected by the engine or is not approved, a
 * plan other than the one shown, and tier migrations that a restart would interrupt.
 */
export async function startStorageRollout(
  ctx: ServiceContext,
  given: StartStorageRolloutInput,
): Promise<{ id: string }> {
  const about = { action: 'storage-rollout.start', objectType: 'storage-proposal', objectName: given.id }
  await authorize(ctx, 'admin', about)
  const input = parseInput(startStorageRolloutInput, given)
  const rollout = await findRollout(ctx.db, input.id)
  const { status } = toRolloutView(rollout)
  if (status !== 'planned') throw refuse(`The rollout is ${status}.`, 'Prepare it again.')
  if (rollout.planDigest !== input.planDigest)
    throw refuse('The plan has changed since it was reviewed.', 'Review it again, then start it.')
  const { data: proposal } = await getStorageProposal(ctx, { id: rollout.proposalId, fresh: true })
  if (hasErrors(proposal.findings))
    throw refuse(`The proposal ${proposal.title} has errors.`, 'Correct them in a new proposal.')
  if (proposal.review?.outcome !== 'approved')
    throw refuse(
      `The proposal ${proposal.title} is ${proposal.review ? 'rejected' : 'not reviewed yet'}.`,
      'Have it approved first, preferably by a second person.',
    )
  // A file was approved with its change set.
  const needsOther = rollout.proposal.cluster.approvalRequired && !ctx.appliesFile
  if (needsOther && (await isOwnReview(ctx.db, rollout.proposal)))
    throw refuse(
      `${proposal.createdBy} designed the proposal ${proposal.title} and approved it.`,
      'This cluster requires approval by another person.',
    )
  if (proposal.engine === 'refused' || proposal.engine === 'waiting')
    throw refuse(
      proposal.engine === 'refused'
        ? 'ClickHouse rejects the proposal.'
        : 'The check by ClickHouse has not finished yet.',
      'See the message on the page of the proposal.',
    )
  if (proposal.engine === 'unchecked' && !input.acceptUnchecked)
    throw refuse(
      'ClickHouse has not checked the proposal.',
      'Install ClickHouse beside the worker, or accept explicitly that the proposal is not checked.',
    )
  const { steps, clusterId } = toRolloutView(rollout)
  const { cluster } = rollout.proposal
  const storing = ctx.db.$transaction(async (tx) => {
    await refuseManaged(tx, ctx, { kind: 'storage', clusterId })
    await refuseDuringMigrations(
      tx,
      clusterId,
      steps.map(({ load }) => load),
    )
    await refuseHolder(tx, rollouts, { claimKey: rolloutClaimOf(clusterId), name: cluster.name })
    const isStarted = await startRollout(tx, {
      ...{ id: rollout.id, clusterId, planDigest: rollout.planDigest, now: ctx.now() },
      ...{ requestedById: ctx.actor.id, requestedBy: ctx.actor.name },
    })
    if (!isStarted) throw refuse('The rollout has changed.', 'Refresh and review it again.')
    await recordAudit(tx, ctx, {
      ...{ ...about, objectId: rollout.proposalId, objectName: rollout.proposal.title },
      ...{ clusterId, clusterName: cluster.name, outcome: 'requested' },
      details: describePlan(rollout),
    })
    await notifyChange(tx, 'storage-rollout', rollout.id)
    return { id: rollout.id }
  })
  return storing.catch((error: unknown) => {
    throw explainClaim(error, rollouts, cluster.name)
  })
}

/** Whether one person designed and reviewed it, directly or by a token. Older reviews have a name only. */
async function isOwnReview(
  tx: Transaction,
  { createdById, createdBy, reviewedById, reviewedBy }: StorageProposal,
): Promise<boolean> {
  if (createdById === null || reviewedById === null) return createdBy === reviewedBy
  return isSamePerson(tx, createdById, reviewedById)
}

function refuse(message: string, hint: string): ServiceError {
  return new ServiceError('conflict', message, { hint })
}
