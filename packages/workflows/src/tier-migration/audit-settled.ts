import type { TierMigration, Transaction } from '@frostline/db'
import { outcomeOfRun, recordAudit } from '@frostline/services'
import type { WorkflowDeps } from '../deps.ts'

/** An audit entry stays readable; the ledger and the exported proof hold every statement. */
const MOST_STATEMENTS = 1000

/** The outcome of what a person asked for, with the statements that were sent for it. */
export async function auditSettled(
  deps: WorkflowDeps,
  tx: Transaction,
  settled: TierMigration,
): Promise<void> {
  const cluster = await tx.cluster.findUniqueOrThrow({
    where: { id: settled.clusterId },
    select: { name: true },
  })
  const moves = await tx.tierMigrationMove.findMany({
    where: { step: { migrationId: settled.id }, status: { not: 'withdrawn' } },
    select: { statement: true, queryId: true, step: { select: { nodeName: true } } },
    orderBy: { sentAt: 'asc' },
  })
  const completed = await tx.tierMigrationStep.count({
    where: { migrationId: settled.id, status: 'completed' },
  })
  await recordAudit(
    tx,
    {
      actor: { type: 'system', id: deps.workerId, name: `worker ${deps.workerId}`, role: 'operator' },
      now: deps.now,
    },
    {
      action: settled.status === 'paused' ? 'tier-migration.pause' : 'tier-migration.finish',
      objectType: 'tier-migration',
      objectId: settled.id,
      objectName: `${settled.database}.${settled.table}`,
      clusterId: settled.clusterId,
      clusterName: cluster.name,
      outcome: outcomeOfRun({ status: settled.status, didSome: completed > 0 }),
      statements: moves
        .slice(0, MOST_STATEMENTS)
        .map(({ statement, queryId, step }) => ({ node: step.nodeName, sql: statement, queryId })),
      details: { status: settled.status, requestedBy: settled.requestedBy, statements: moves.length },
      error: settled.error ?? undefined,
    },
  )
}
