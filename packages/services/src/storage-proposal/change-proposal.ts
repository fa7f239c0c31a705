import { notifyChange, type Transaction } from '@frostline/db'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { type AuditFacts, recordAudit } from '../base/record-audit.ts'
import { findProposal } from './find-proposal.ts'

/** One admin's decision on a proposal: authorized, audited and announced in one transaction. */
export async function changeProposal(
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
