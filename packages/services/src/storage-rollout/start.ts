import { hasErrors } from '@frostline/domain'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { ServiceError } from '../base/service-error.ts'
import { getStorageProposal } from '../storage-proposal/get.ts'
import { findRollout } from './find-rollout.ts'
import { queueRollout, refuseDuringMigrations } from './queue-rollout.ts'
import { type StartStorageRolloutInput, startStorageRolloutInput } from './schema.ts'
import { toRolloutView } from './to-view.ts'

/**
 * Applies a plan: one node after the other, each verified before the next is touched.
 * @throws ServiceError `conflict` for a proposal that has errors by now, was refused by the engine or not approved, a
 * plan that is not the one which was seen, and tier migrations that a restart would interrupt.
 */
export async function startStorageRollout(
  ctx: ServiceContext,
  given: StartStorageRolloutInput,
): Promise<{ id: string }> {
  const about = { action: 'storage-rollout.start', objectType: 'storage-proposal', objectName: given.id }
  await authorize(ctx, 'admin', about)
  const input = parseInput(startStorageRolloutInput, given)
  const rollout = await findRollout(ctx.db, input.id)
  if (rollout.status !== 'planned') throw refuse(`The rollout is ${rollout.status}.`, 'Prepare anew.')
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
  if (rollout.cluster.approvalRequired && proposal.review.by === proposal.createdBy)
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
  const { steps } = toRolloutView(rollout)
  return ctx.db.$transaction(async (tx) => {
    await refuseDuringMigrations(
      tx,
      rollout.clusterId,
      steps.map(({ load }) => load),
    )
    await queueRollout(tx, ctx, rollout, { action: about.action, from: ['planned'] })
    return { id: rollout.id }
  })
}

function refuse(message: string, hint: string): ServiceError {
  return new ServiceError('conflict', message, { hint })
}
