import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { changeProposal } from './change-proposal.ts'
import { type ReviewStorageProposalInput, reviewStorageProposalInput } from './schema.ts'

/** Says what an admin thinks of it. A later review replaces an earlier one; the audit keeps all. */
export function reviewStorageProposal(
  ctx: ServiceContext,
  given: ReviewStorageProposalInput,
): Promise<{ id: string }> {
  return changeProposal(ctx, given.id, 'storage-proposal.review', async (tx) => {
    const { id, outcome, note } = parseInput(reviewStorageProposalInput, given)
    await tx.storageProposal.update({
      where: { id },
      data: { reviewOutcome: outcome, reviewNote: note, reviewedBy: ctx.actor.name, reviewedAt: ctx.now() },
    })
    return { outcome, note }
  })
}
