import type { Transaction } from '@frostline/db'
import { drivenAuditStatuses } from '@frostline/domain'
import { ServiceError } from '../base/service-error.ts'

/**
 * An audit under way needs its nodes and its source.
 * @throws ServiceError `conflict` naming what is in the way.
 */
export async function refuseOpenBucketAudits(
  tx: Transaction,
  where: { clusterId: string } | { sourceId: string },
): Promise<void> {
  const open = await tx.bucketAudit.findFirst({
    where: {
      status: { in: [...drivenAuditStatuses] },
      ...('sourceId' in where ? where : { nodes: { some: where } }),
    },
    select: { bucket: true },
  })
  if (!open) return
  throw new ServiceError('conflict', `An audit of the bucket ${open.bucket} is under way.`, {
    hint: 'Wait for it or cancel it first.',
  })
}
