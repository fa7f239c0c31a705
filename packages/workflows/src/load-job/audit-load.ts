import type { LoadJob, Transaction } from '@frostline/db'
import { loadSpec } from '@frostline/domain'
import { outcomeOfRun, recordAudit } from '@frostline/services'
import type { WorkflowDeps } from '../deps.ts'
import { workerContext } from '../worker/worker-context.ts'

/** An audit entry stays readable; the ledger holds every statement in full. */
const mostStatements = 200
const mostCharacters = 4_000

/** The outcome of what a person asked for, with the statements that were sent for it. */
export async function auditLoad(deps: WorkflowDeps, tx: Transaction, settled: LoadJob): Promise<void> {
  const cluster = await tx.cluster.findUniqueOrThrow({
    where: { id: settled.clusterId },
    select: { name: true },
  })
  const where = { batch: { jobId: settled.id }, status: { not: 'unsent' as const } }
  const [statements, sent, loaded] = await Promise.all([
    tx.loadStatement.findMany({
      where,
      select: { sql: true, queryId: true, nodeName: true },
      orderBy: { sentAt: 'asc' },
      take: mostStatements,
    }),
    tx.loadStatement.count({ where }),
    tx.loadFile.aggregate({
      where: { jobId: settled.id, status: 'loaded' },
      _count: true,
      _sum: { rows: true, sizeBytes: true },
    }),
  ])
  const { target } = loadSpec.parse(settled.spec)
  await recordAudit(tx, workerContext(deps), {
    action: settled.status === 'paused' ? 'load-job.pause' : 'load-job.finish',
    objectType: 'load-job',
    objectId: settled.id,
    objectName: settled.title,
    clusterId: settled.clusterId,
    clusterName: cluster.name,
    outcome: outcomeOfRun({ status: settled.status, didSome: loaded._count > 0 }),
    statements: statements.map(({ nodeName: node, sql, queryId }) => ({ node, sql: shorten(sql), queryId })),
    details: {
      status: settled.status,
      requestedBy: settled.requestedBy,
      source: settled.sourceName,
      table: `${target.database}.${target.table}`,
      loadedObjects: loaded._count,
      objects: settled.totalFiles,
      loadedRows: String(loaded._sum.rows ?? 0n),
      loadedBytes: String(loaded._sum.sizeBytes ?? 0n),
      statements: sent,
    },
    error: settled.error ?? undefined,
  })
}

/** A statement may name thousands of objects. */
function shorten(sql: string): string {
  if (sql.length <= mostCharacters) return sql
  return `${sql.slice(0, mostCharacters)} … (cut after ${mostCharacters} of ${sql.length} characters; the batch of the load has all)`
}
