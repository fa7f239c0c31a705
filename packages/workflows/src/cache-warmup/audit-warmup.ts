import type { CacheWarmup, Transaction } from '@frostline/db'
import { outcomeOfRun, recordAudit } from '@frostline/services'
import type { WorkflowDeps } from '../deps.ts'
import { workerContext } from '../worker/worker-context.ts'

/** The outcome of what a person asked for; a pause is none. The ledger has the statements. */
export async function auditWarmup(deps: WorkflowDeps, tx: Transaction, settled: CacheWarmup): Promise<void> {
  if (settled.status === 'paused') return
  const [cluster, sums] = await Promise.all([
    tx.cluster.findUniqueOrThrow({ where: { id: settled.clusterId }, select: { name: true } }),
    tx.cacheWarmupStep.aggregate({
      where: { warmupId: settled.id },
      _sum: { fetchedBytes: true, requests: true, cachedAfterBytes: true },
    }),
  ])
  await recordAudit(tx, workerContext(deps), {
    action: 'cache-warmup.finish',
    objectType: 'cache-warmup',
    objectId: settled.id,
    objectName: `${settled.database}.${settled.table}`,
    clusterId: settled.clusterId,
    clusterName: cluster.name,
    outcome: outcomeOfRun({ status: settled.status, didSome: (sums._sum.fetchedBytes ?? 0n) > 0n }),
    details: {
      status: settled.status,
      requestedBy: settled.requestedBy,
      wantedBytes: String(settled.wantedBytes),
      fetchedBytes: String(sums._sum.fetchedBytes ?? 0n),
      storeRequests: String(sums._sum.requests ?? 0n),
      cachedAfterBytes: sums._sum.cachedAfterBytes === null ? null : String(sums._sum.cachedAfterBytes),
    },
    error: settled.error ?? undefined,
  })
}
