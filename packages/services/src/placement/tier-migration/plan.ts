import { type Prisma, storeTierMigration, type TierMigration, type Transaction } from '@frostline/db'
import {
  planTierMigration,
  type ReplicaSnapshot,
  type RunEstimate,
  type TierMigrationPlan,
} from '@frostline/domain'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { estimatePlan } from './estimate.ts'
import { inspectTable, type LookedAtTable } from './inspect-table.ts'
import type { TierMigrationRequest } from './schema.ts'

/**
 * Makes a plan from what the cluster shows now and stores it with all its steps; it runs only once it is started.
 * @throws ServiceError `refused` with the blocking checks when there is no safe plan.
 */
export async function requestTierMigrationPlan(
  ctx: ServiceContext,
  request: TierMigrationRequest,
): Promise<{ id: string }> {
  const objectName = `${request.database}.${request.table}`
  await authorize(ctx, 'operator', { action: 'tier-migration.plan', objectType: 'table', objectName })
  const made = await makePlan(ctx, request)
  const { cluster, plan, snapshots } = made
  if (plan.kind === 'refused') {
    const blocking = plan.checks.filter((check) => check.outcome === 'blocking')
    const hint = blocking.map((check) => check.hint).find((text) => text !== null)
    throw new ServiceError(
      'refused',
      `No plan was made for ${objectName}: ${blocking.map((check) => check.text).join(' ')}`,
      hint === undefined ? {} : { hint },
    )
  }
  const estimate = await estimatePlan(ctx, request, made)
  const stored = await ctx.db.$transaction((tx) =>
    storePlan(tx, ctx, { cluster, request, plan, snapshots, estimate }),
  )
  return { id: stored.id }
}

export interface MadePlan extends LookedAtTable {
  plan: TierMigrationPlan
}

/** Looks at every replica of the cluster once and plans from what they show. */
export async function makePlan(ctx: ServiceContext, request: TierMigrationRequest): Promise<MadePlan> {
  const partitionIds = request.goal.kind === 'partitions' ? request.goal.partitionIds : []
  const looked = await inspectTable(ctx, request.cluster, request, partitionIds)
  return {
    ...looked,
    plan: planTierMigration(looked.snapshots, request.goal, request.targetVolume ?? null, {
      optimizeFirst: request.optimizeFirst,
      replicas: request.limits?.replicas,
    }),
  }
}

export interface PlanToStore {
  cluster: { id: string; name: string }
  request: Omit<TierMigrationRequest, 'cluster'>
  plan: Extract<TierMigrationPlan, { kind: 'planned' }>
  snapshots: readonly ReplicaSnapshot[]
  estimate?: RunEstimate
  scheduleRunId?: string
  batch?: { batchId: string; batchPosition: number }
}

/** Stores a plan with all its steps and the audit entry of who asked for it, within the transaction that is given. */
export async function storePlan(
  tx: Transaction,
  ctx: ServiceContext,
  { cluster, request, plan, snapshots, estimate, scheduleRunId, batch }: PlanToStore,
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
      ...(estimate ? { estimate } : {}),
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

/**
 * What a change of a plan before its first start does to its review: an approval falls away, since another plan was
 * approved, and the plan waits for review again. Who changed it is kept: nobody approves a change of their own.
 */
export function editPlan(
  ctx: ServiceContext,
  migration: Pick<TierMigration, 'runId' | 'requestedById' | 'reviewOutcome'>,
): Prisma.TierMigrationUpdateInput {
  if (migration.runId !== null) return {}
  const editor = ctx.actor.id === migration.requestedById ? {} : { changedById: ctx.actor.id }
  if (migration.reviewOutcome !== 'approved') return editor
  return { ...editor, reviewOutcome: null, reviewNote: null, reviewedBy: null, reviewedAt: null }
}
