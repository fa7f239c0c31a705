import type { Transaction } from '@frostline/db'
import { openRemovalStatuses } from '@frostline/domain'
import { ServiceError } from '../base/service-error.ts'

/**
 * A removal that has not ended holds objects in quarantine, and needs its source and all replicas.
 * @throws ServiceError `conflict` naming what is in the way.
 */
export async function refuseOpenRemovals(
  tx: Transaction,
  where: { clusterId: string } | { sourceId: string },
): Promise<void> {
  const open = await tx.orphanRemoval.findFirst({
    where: { ...where, status: { in: [...openRemovalStatuses] } },
    select: { bucket: true },
  })
  if (!open) return
  throw new ServiceError('conflict', `A removal of orphans from ${open.bucket} is open.`, {
    hint: 'Let it end, or bring its objects back first.',
  })
}
