import type { ServiceContext } from '../base/context.ts'
import { noSuchCluster } from './find-cluster.ts'

/** Only to connect now, never to return. @throws SecretOpenError */
export async function readPassword(ctx: ServiceContext, clusterId: string): Promise<string> {
  const row = await ctx.db.cluster.findUnique({
    where: { id: clusterId },
    select: { id: true, sealedPassword: true },
  })
  if (!row) throw noSuchCluster(clusterId)
  return ctx.clusters.openPassword(row)
}
