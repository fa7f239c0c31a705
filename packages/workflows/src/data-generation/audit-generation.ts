import type { DataGeneration, Transaction } from '@frostline/db'
import { outcomeOfRun, recordAudit } from '@frostline/services'
import type { WorkflowDeps } from '../deps.ts'
import { workerContext } from '../worker/worker-context.ts'

/** The outcome of what a person asked for. The ledger has the statements; those of a query are for admins alone. */
export async function auditGeneration(
  deps: WorkflowDeps,
  tx: Transaction,
  settled: DataGeneration,
): Promise<void> {
  const cluster = await tx.cluster.findUniqueOrThrow({
    where: { id: settled.clusterId },
    select: { name: true },
  })
  const written = await tx.dataGenerationChunk.aggregate({
    where: { generationId: settled.id, status: 'completed' },
    _sum: { writtenFiles: true, writtenRows: true, writtenBytes: true },
  })
  await recordAudit(tx, workerContext(deps), {
    action: 'data-generation.finish',
    objectType: 'data-generation',
    objectId: settled.id,
    objectName: `${settled.bucket}/${settled.prefix}`,
    clusterId: settled.clusterId,
    clusterName: cluster.name,
    outcome: outcomeOfRun({ status: settled.status, didSome: (written._sum.writtenFiles ?? 0) > 0 }),
    details: {
      status: settled.status,
      requestedBy: settled.requestedBy,
      source: settled.sourceName,
      files: written._sum.writtenFiles ?? 0,
      rows: String(written._sum.writtenRows ?? 0n),
      bytes: String(written._sum.writtenBytes ?? 0n),
    },
    error: settled.error ?? undefined,
  })
}
