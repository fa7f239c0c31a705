import { notifyChange } from '@frostline/db'
import { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { recordAudit } from '../base/record-audit.ts'
import { forgetRuns, holdingRuns, refuseOpenRuns } from '../open-run/refuse-open-runs.ts'
import { findCluster } from './find-cluster.ts'
import { refuseOwedStatements, stoppedMovesInput } from './refuse-owed-statements.ts'

export const removeClusterInput = z.object({
  cluster: z.string().max(200).describe('Id or slug.'),
  stoppedMoves: stoppedMovesInput,
})

/**
 * Forgets a cluster, its credentials and the ledger of its runs, with the backups of files that ended storage rollouts have
 * kept; the audit keeps who did what. Nothing is sent to the cluster itself.
 * @throws ServiceError `conflict` while a run is open that needs it.
 */
export async function removeCluster(
  ctx: ServiceContext,
  input: z.input<typeof removeClusterInput>,
): Promise<void> {
  const about = { action: 'cluster.remove', objectType: 'cluster', objectName: input.cluster }
  await authorize(ctx, 'admin', about)
  const { cluster: slugOrId, stoppedMoves } = parseInput(removeClusterInput, input)
  await ctx.db.$transaction(async (tx) => {
    const cluster = await findCluster(tx, slugOrId)
    await refuseOpenRuns(tx, { clusterId: cluster.id })
    const movesLeftStopped = await refuseOwedStatements(
      tx,
      cluster.id,
      cluster.nodes.map(({ name }) => name),
      stoppedMoves,
    )
    const left = await tx.scratchTable.findMany({ where: { clusterId: cluster.id, droppedAt: null } })
    const forgotten = await forgetRuns(tx, cluster.id)
    await tx.cluster.delete({ where: { id: cluster.id } })
    await recordAudit(tx, ctx, {
      ...about,
      objectId: cluster.id,
      objectName: cluster.name,
      clusterId: cluster.id,
      clusterName: cluster.name,
      outcome: 'succeeded',
      details: {
        nodes: cluster.nodes.map((node) => node.url),
        tierMigrations: forgotten['tier-migration'],
        loads: forgotten['load-job'],
        runs: Object.values(forgotten).reduce((sum, count) => sum + count, 0),
        movesLeftStopped,
        scratchTablesLeft: left.map((each) => `${each.nodeName}: ${each.database}.${each.name}`),
      },
    })
    await notifyChange(tx, 'cluster', cluster.id)
  }, holdingRuns)
}
