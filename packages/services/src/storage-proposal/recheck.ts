import { Prisma } from '@frostline/db'
import type { ServiceContext } from '../base/context.ts'
import { changeProposal } from './change-proposal.ts'

/** Has an engine look at it once more, against what the nodes run now. */
export function recheckStorageProposal(ctx: ServiceContext, given: { id: string }): Promise<{ id: string }> {
  return changeProposal(ctx, given.id, 'storage-proposal.check', async (tx) => {
    await tx.storageProposal.update({
      where: { id: given.id },
      data: { engineCheck: Prisma.DbNull, engineCheckedAt: null },
    })
    return undefined
  })
}
