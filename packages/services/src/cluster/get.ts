import { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import type { ClusterView } from './cluster-view.ts'
import { findCluster } from './find-cluster.ts'

export const clusterRef = z.object({
  cluster: z.string().min(1).max(200).describe('Id or slug of the cluster.'),
})

/** @throws ServiceError `not_found` */
export async function getCluster(
  ctx: ServiceContext,
  input: z.input<typeof clusterRef>,
): Promise<ClusterView> {
  await authorize(ctx, 'viewer')
  return findCluster(ctx.db, input.cluster)
}
