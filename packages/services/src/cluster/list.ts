import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { type ClusterView, clusterSelection } from './cluster-view.ts'

/** All registered clusters by name. Asks none of them. */
export async function listRegisteredClusters(ctx: ServiceContext): Promise<ClusterView[]> {
  await authorize(ctx, 'viewer')
  return ctx.db.cluster.findMany({ select: clusterSelection, orderBy: { name: 'asc' } })
}
