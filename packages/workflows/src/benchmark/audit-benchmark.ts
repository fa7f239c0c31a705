import type { Benchmark, Transaction } from '@frostline/db'
import { benchmarkObjectTypes, outcomeOfRun, recordAudit } from '@frostline/services'
import type { WorkflowDeps } from '../deps.ts'
import { workerContext } from '../worker/worker-context.ts'

/** The outcome of what a person asked for. The ledger has the statements. */
export async function auditBenchmark(deps: WorkflowDeps, tx: Transaction, settled: Benchmark): Promise<void> {
  const [cluster, steps] = await Promise.all([
    tx.cluster.findUniqueOrThrow({ where: { id: settled.clusterId }, select: { name: true } }),
    tx.benchmarkStep.groupBy({ by: ['status'], where: { benchmarkId: settled.id }, _count: true }),
  ])
  await recordAudit(tx, workerContext(deps), {
    action: 'benchmark.finish',
    objectType: benchmarkObjectTypes[settled.kind],
    objectId: settled.id,
    objectName: settled.subject,
    clusterId: settled.clusterId,
    clusterName: cluster.name,
    outcome: outcomeOfRun({
      status: settled.status,
      didSome: steps.some(({ status }) => status === 'completed'),
    }),
    details: {
      kind: settled.kind,
      status: settled.status,
      requestedBy: settled.requestedBy,
      steps: steps.map(({ status, _count }) => `${_count} ${status}`),
    },
    error: settled.error ?? undefined,
  })
}
