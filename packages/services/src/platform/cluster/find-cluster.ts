import type { Transaction } from '@frostline/db'
import { ServiceError } from '../base/service-error.ts'
import { type ClusterView, clusterSelection } from './cluster-view.ts'

/** @throws ServiceError `not_found` */
export async function findCluster(tx: Transaction, slugOrId: string): Promise<ClusterView> {
  const cluster = await tx.cluster.findFirst({
    where: { OR: [{ slug: slugOrId }, { id: slugOrId }] },
    select: clusterSelection,
  })
  if (!cluster) throw noSuchCluster(slugOrId)
  return cluster
}

export function noSuchCluster(slugOrId: string): ServiceError {
  return new ServiceError('not_found', `There is no cluster ${slugOrId}.`, {
    hint: 'It may have been removed. Choose one from the list of clusters.',
  })
}
