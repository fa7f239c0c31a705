import type { BucketAudit, Transaction } from '@frostline/db'
import { ServiceError } from '../base/service-error.ts'

export type AuditWithCluster = BucketAudit & { cluster: { slug: string; name: string } }

/** @throws ServiceError `not_found` */
export async function findBucketAudit(tx: Transaction, id: string): Promise<AuditWithCluster> {
  const audit = await tx.bucketAudit.findUnique({
    where: { id },
    include: { cluster: { select: { slug: true, name: true } } },
  })
  if (!audit)
    throw new ServiceError('not_found', `There is no bucket audit ${id}.`, {
      hint: 'Choose one from the list. The ID may be from another console.',
    })
  return audit
}
