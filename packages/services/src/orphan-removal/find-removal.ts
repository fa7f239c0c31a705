import type { OrphanRemoval, Transaction } from '@frostline/db'
import { ServiceError } from '../base/service-error.ts'

export const withCluster = { cluster: { select: { slug: true, name: true } } } as const
export type RemovalWithCluster = OrphanRemoval & { cluster: { slug: string; name: string } }

/** @throws ServiceError `not_found` */
export async function findRemoval(tx: Transaction, id: string): Promise<RemovalWithCluster> {
  const removal = await tx.orphanRemoval.findUnique({ where: { id }, include: withCluster })
  if (!removal)
    throw new ServiceError('not_found', `There is no removal ${id}.`, {
      hint: 'Open the audit that it was started from.',
    })
  return removal
}
