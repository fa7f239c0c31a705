import { storeTierMigration, type TierMigration, type Transaction } from '@frostline/db'
import type { ReplicaSnapshot, TierMigrationPlan } from '@frostline/domain'
import type { ServiceContext } from '../base/context.ts'
import { recordAudit } from '../base/record-audit.ts'
import { ServiceError } from '../base/service-error.ts'
import type { TierMigrationRequest } from './schema.ts'

export interface PlanToStore {
  cluster: { id: string; name: string }
  request: Omit<TierMigrationRequest, 'cluster'>
  plan: Extract<TierMigrationPlan, { kind: 'planned' }>
  snapshots: readonly ReplicaSnapshot[]
  scheduleRunId?: string
  batch?: { batchId: string; batchPosition: number }
}

/** Stores a plan with all its steps and the audit entry of who asked for it, within the transaction that is given. */
export async function storePlan(
  tx: Transaction,
  ctx: ServiceContext,
  { cluster, request, plan, snapshots, scheduleRunId, batch }: PlanToStore,
): Promise<TierMigration> {
  const observed = snapshots.find((snapshot) => snapshot.state === 'observed')
  if (!observed) throw new ServiceError('internal', 'A plan was made without reading any replica.')
  const stored = await storeTierMigration(
    tx,
    {
      clusterId: cluster.id,
      database: request.database,
      table: request.table,
      tableUuids: Object.fromEntries(
        snapshots.flatMap((snapshot) =>
          snapshot.state === 'observed' ? [[snapshot.node.name, snapshot.tableUuid]] : [],
        ),
      ),
      storagePolicy: observed.policy.name,
      targetVolume: request.targetVolume ?? null,
      goal: request.goal,
      limits: request.limits ?? {},
      deepCheck: request.deepCheck ?? false,
      checks: plan.checks.map((check) => ({ ...check })),
      totalParts: plan.totals.parts,
      totalRows: plan.totals.rows,
      totalBytes: plan.totals.bytes,
      scheduleRunId: scheduleRunId ?? null,
      ...batch,
      requestedById: ctx.actor.id,
      requestedBy: ctx.actor.name,
      createdAt: ctx.now(),
    },
    plan.steps.map((step) => ({
      ordinal: step.ordinal,
      nodeName: step.node.name,
      shard: step.node.shard,
      replica: step.node.replica,
      partitionId: step.partitionId,
      partition: step.partition,
      fromVolumes: step.fromVolumes,
      toVolume: step.toVolume,
      plannedParts: step.totals.parts,
      plannedRows: step.totals.rows,
      plannedBytes: step.totals.bytes,
      uploader: step.sharing?.uploader ?? null,
      sharedBytes: step.sharing?.sharedBytes ?? 0n,
      sharers: step.sharing?.sharers ?? null,
      needsKeeper: step.needsKeeper,
      granularity: step.granularity,
      optimizeFirst: step.optimizeFirst,
      shardMaxBlock: step.shardMaxBlock,
    })),
  )
  await recordAudit(tx, ctx, {
    action: 'tier-migration.plan',
    objectType: 'tier-migration',
    objectId: stored.id,
    objectName: `${request.database}.${request.table}`,
    clusterId: cluster.id,
    clusterName: cluster.name,
    outcome: 'succeeded',
    details: {
      targetVolume: request.targetVolume ?? 'the same on all replicas',
      steps: plan.steps.length,
      parts: plan.totals.parts,
      bytes: plan.totals.bytes.toString(),
      ...(request.deepCheck ? { deepCheck: true } : {}),
    },
  })
  return stored
}
