import { notifyChange } from '@frostline/db'
import { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { recordAudit } from '../base/record-audit.ts'
import { refuseOpenBenchmarks } from '../benchmark/refuse-open-benchmarks.ts'
import { refuseOpenBucketAudits } from '../bucket-audit/refuse-open-audits.ts'
import { refuseOpenWarmups } from '../cache-warmup/refuse-open-warmups.ts'
import { refuseOpenGenerations } from '../data-generation/refuse-open-generations.ts'
import { refuseOpenLoads } from '../load-job/refuse-open-loads.ts'
import { refuseOpenRemovals } from '../orphan-removal/refuse-open-removals.ts'
import { findCluster } from './find-cluster.ts'
import { refuseNodesInUse } from './refuse-nodes-in-use.ts'

export const removeClusterInput = z.object({ cluster: z.string().describe('Id or slug.') })

/**
 * Forgets a cluster, its credentials and the ledger of its finished tier migrations, loads, generated data,
 * warm-ups, bucket audits, removals of orphans and benchmarks; the audit keeps who did what.
 * Nothing is sent to the cluster itself.
 */
export async function removeCluster(
  ctx: ServiceContext,
  input: z.input<typeof removeClusterInput>,
): Promise<void> {
  const about = { action: 'cluster.remove', objectType: 'cluster', objectName: input.cluster }
  await authorize(ctx, 'admin', about)
  const { cluster: slugOrId } = parseInput(removeClusterInput, input)
  await ctx.db.$transaction(async (tx) => {
    const cluster = await findCluster(tx, slugOrId)
    await refuseNodesInUse(tx, cluster.id, [])
    await refuseOpenLoads(tx, { clusterId: cluster.id })
    await refuseOpenGenerations(tx, { clusterId: cluster.id })
    await refuseOpenWarmups(tx, cluster.id)
    await refuseOpenBucketAudits(tx, { clusterId: cluster.id })
    await refuseOpenRemovals(tx, { clusterId: cluster.id })
    await tx.orphanRemoval.deleteMany({ where: { clusterId: cluster.id } })
    await tx.bucketAudit.deleteMany({ where: { clusterId: cluster.id } })
    await refuseOpenBenchmarks(tx, cluster.id)
    await tx.benchmark.deleteMany({ where: { clusterId: cluster.id } })
    await tx.cacheWarmup.deleteMany({ where: { clusterId: cluster.id } })
    await tx.dataGeneration.deleteMany({ where: { clusterId: cluster.id } })
    const { count: loads } = await tx.loadJob.deleteMany({ where: { clusterId: cluster.id } })
    const { count: tierMigrations } = await tx.tierMigration.deleteMany({ where: { clusterId: cluster.id } })
    await tx.cluster.delete({ where: { id: cluster.id } })
    await recordAudit(tx, ctx, {
      ...about,
      objectId: cluster.id,
      objectName: cluster.name,
      clusterId: cluster.id,
      clusterName: cluster.name,
      outcome: 'succeeded',
      details: { nodes: cluster.nodes.map((node) => node.url), tierMigrations, loads },
    })
    await notifyChange(tx, 'cluster', cluster.id)
  })
}
