import { startMovesStatement } from '@frostline/clickhouse'
import { z } from 'zod'
import { whereClusterName } from '../../identity/access/visible.ts'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { type ClusterView, clusterSelection } from './cluster-view.ts'
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

/** The registered clusters that the actor may see, by name. Queries none of them. */
export async function listRegisteredClusters(ctx: ServiceContext): Promise<ClusterView[]> {
  await authorize(ctx, 'viewer')
  const where = whereClusterName(ctx.actor)
  return ctx.db.cluster.findMany({
    ...(where ? { where } : {}),
    select: clusterSelection,
    orderBy: { name: 'asc' },
  })
}

/** A table whose moves Frostline has stopped on a node that has not received the START MOVES yet. */
export const stoppedMovesView = z.object({
  node: z.string(),
  database: z.string(),
  table: z.string(),
  since: z.date(),
  statement: z.string().describe('Starts them again. A restart of the node also does.'),
})
export type StoppedMovesView = z.infer<typeof stoppedMovesView>

/** Statements that the nodes of a cluster are still owed. */
export async function listStoppedMoves(
  ctx: ServiceContext,
  input: z.input<typeof clusterRef>,
): Promise<StoppedMovesView[]> {
  await authorize(ctx, 'viewer')
  const { id } = await findCluster(ctx.db, parseInput(clusterRef, input).cluster)
  const rows = await ctx.db.stoppedMoves.findMany({
    where: { clusterId: id },
    orderBy: [{ nodeName: 'asc' }, { database: 'asc' }, { table: 'asc' }],
  })
  return rows.map(({ nodeName, database, table, since }) => ({
    ...{ node: nodeName, database, table, since },
    statement: startMovesStatement({ database, table }).sql,
  }))
}
