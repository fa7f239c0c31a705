import type { ServiceContext } from '../base/context.ts'
import { changeProposal } from './change-proposal.ts'

/** Forgets a proposal and its secrets. What nodes run stays as it is. */
export function removeStorageProposal(ctx: ServiceContext, given: { id: string }): Promise<{ id: string }> {
  return changeProposal(ctx, given.id, 'storage-proposal.remove', async (tx) => {
    await tx.storageProposal.delete({ where: { id: given.id } })
    return undefined
  })
}
