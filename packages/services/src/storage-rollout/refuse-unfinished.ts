import type { Transaction } from '@frostline/db'
import { ServiceError } from '../base/service-error.ts'

/** The backups of a rollout that stands half-way are the way back: they must not be thrown away unseen. */
export async function refuseUnfinishedRollout(tx: Transaction, proposalId: string): Promise<void> {
  const open = await tx.storageRollout.findFirst({
    where: {
      proposalId,
      OR: [
        { activeKey: { not: null } },
        { status: { in: ['failed', 'cancelled'] }, steps: { some: { touchedAt: { not: null } } } },
      ],
    },
    orderBy: { createdAt: 'desc' },
    select: { id: true, createdAt: true },
  })
  if (!open) return
  const later = await tx.storageRollout.findFirst({
    where: { proposalId, status: 'completed', createdAt: { gt: open.createdAt } },
    select: { id: true },
  })
  if (later) return
  throw new ServiceError('conflict', 'A rollout of this proposal is under way or stands half-way.', {
    hint: 'Finish or revert it first: removing the proposal would throw the backups away.',
  })
}
