import type { Transaction } from '@frostline/db'
import { ServiceError } from '../base/service-error.ts'
import { type ProposalWithCluster, withCluster } from './to-summary.ts'

/** @throws ServiceError `not_found` */
export async function findProposal(tx: Transaction, id: string): Promise<ProposalWithCluster> {
  const proposal = await tx.storageProposal.findUnique({ where: { id }, include: withCluster })
  if (proposal) return proposal
  throw new ServiceError('not_found', `There is no storage proposal ${id}.`, {
    hint: 'It may have been removed. Choose one from the storage page of the cluster.',
  })
}
