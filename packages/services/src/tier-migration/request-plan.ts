import { storeTierMigration } from '@frostline/db'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { recordAudit } from '../base/record-audit.ts'
import { ServiceError } from '../base/service-error.ts'
import { makePlan } from './make-plan.ts'
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
  const { cluster, plan, snapshots } = await makePlan(ctx, request)
  if (plan.kind === 'refused') {
    const blocking = plan.checks.filter((check) => check.outcome === 'blocking')
    const hint = blocking.map((check) => check.hint).find((text) => text !== null)
    throw new ServiceError(
      'refused',
      `No plan was made for ${objectName}: ${blocking.map((check) => check.text).join(' ')}`,
      hint === undefined ? {} : { hint },
    )
  }
  const observed = snapshots.find((snapshot) => snapshot.state === 'observed')
  if (!observed) throw new ServiceError('internal', 'A plan was made without a look at any replica.')
  return ctx.db.$transaction(async (tx) => {
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
        targetVolume: request.targetVolume,
        goal: request.goal,
        limits: request.limits ?? {},
        checks: plan.checks.map((check) => ({ ...check })),
        totalParts: plan.totals.parts,
        totalRows: plan.totals.rows,
        totalBytes: plan.totals.bytes,
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
        granularity: step.granularity,
      })),
    )
    await recordAudit(tx, ctx, {
      action: 'tier-migration.plan',
      objectType: 'tier-migration',
      objectId: stored.id,
      objectName,
      clusterId: cluster.id,
      clusterName: cluster.name,
      outcome: 'succeeded',
      details: {
        targetVolume: request.targetVolume,
        steps: plan.steps.length,
        parts: plan.totals.parts,
        bytes: plan.totals.bytes.toString(),
      },
    })
    return { id: stored.id }
  })
}
