import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { storePlan } from '../tier-migration/plan.ts'
import { planTables } from './plan-tables.ts'
import { type TierBatchRequest, tierBatchRequest } from './schema.ts'

/** A batch stores up to fifty plans with up to a hundred thousand steps each. */
const TRANSACTION_MS = 60_000

/**
 * Makes one plan for several tables and stores it: a tier migration for each table with something to move. It runs only
 * after it is started.
 * @throws ServiceError `refused` when a table is refused, or none has anything to move.
 */
export async function requestTierBatch(
  ctx: ServiceContext,
  given: TierBatchRequest,
): Promise<{ id: string }> {
  const about = { action: 'tier-batch.plan', objectType: 'tier-batch', objectName: 'several tables' }
  await authorize(ctx, 'operator', about)
  const request = parseInput(tierBatchRequest, given)
  const { cluster, tables } = await planTables(ctx, request, 'operator')
  const refused = tables.flatMap(({ plan }) => (plan.kind === 'refused' ? [plan] : []))
  if (refused.length > 0)
    throw new ServiceError(
      'refused',
      `No plan was made: ${refused.map(({ database, table, checks }) => `${database}.${table}: ${checks.flatMap(({ outcome, text }) => (outcome === 'blocking' ? [text] : [])).join(' ')}`).join(' ')}`,
      { hint: 'Exclude these tables, or fix the problems.' },
    )
  const planned = tables.flatMap(({ plan, snapshots }) =>
    plan.kind === 'planned' ? [{ plan, snapshots }] : [],
  )
  if (planned.length === 0)
    throw new ServiceError('refused', `Nothing to move: all selected data is on '${request.targetVolume}'.`, {
      hint: 'Choose other tables, another age or another volume.',
    })
  return ctx.db.$transaction(
    async (tx) => {
      const { id } = await tx.tierMigrationBatch.create({
        data: {
          clusterId: cluster.id,
          targetVolume: request.targetVolume,
          goal: request.goal,
          leftOut: tables.flatMap(({ plan }) =>
            plan.kind === 'nothing' ? [`${plan.database}.${plan.table}`] : [],
          ),
          requestedBy: ctx.actor.name,
          createdAt: ctx.now(),
        },
      })
      const { targetVolume, goal, limits, optimizeFirst } = request
      for (const [batchPosition, { plan, snapshots }] of planned.entries())
        await storePlan(tx, ctx, {
          cluster,
          request: { database: plan.database, table: plan.table, targetVolume, goal, limits, optimizeFirst },
          plan,
          snapshots,
          batch: { batchId: id, batchPosition },
        })
      await recordAudit(tx, ctx, {
        ...about,
        objectId: id,
        objectName: planned
          .map(({ plan }) => `${plan.database}.${plan.table}`)
          .join(', ')
          .slice(0, 200),
        clusterId: cluster.id,
        clusterName: cluster.name,
        outcome: 'succeeded',
        details: { targetVolume, tables: planned.length },
      })
      return { id }
    },
    { timeout: TRANSACTION_MS },
  )
}
