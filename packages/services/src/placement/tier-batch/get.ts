import { batchStatusOf, tierMigrationGoal } from '@frostline/domain'
import { z } from 'zod'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { needsApproval } from '../tier-migration/migration-run.ts'
import { isOwnPlan } from '../tier-migration/review.ts'
import { planCheckView } from '../tier-migration/schema.ts'
import { sumSteps } from '../tier-migration/sum-steps.ts'
import { noSteps, statusOf, toSummary } from '../tier-migration/to-view.ts'
import { findBatch } from './find-batch.ts'
import type { TierBatchDetail } from './schema.ts'

/** A plan of several tables with the tier migration of each, in execution order. */
export async function getTierBatch(ctx: ServiceContext, input: { id: string }): Promise<TierBatchDetail> {
  await authorize(ctx, 'viewer')
  const { cluster, migrations, ...batch } = await findBatch(ctx.db, input.id)
  const sums = await sumSteps(
    ctx,
    migrations.map(({ id }) => id),
  )
  const views = migrations.map((migration) => ({
    ...toSummary(migration, sums.get(migration.id) ?? noSteps()),
    checks: z.array(planCheckView).parse(migration.checks),
  }))
  const reviewed = views.find(({ review }) => review?.state !== 'approved') ?? views[0]
  const owned = await Promise.all(migrations.map((migration) => isOwnPlan(ctx.db, ctx.actor.id, migration)))
  return {
    id: batch.id,
    clusterSlug: cluster.slug,
    clusterName: cluster.name,
    status: batchStatusOf(migrations.map(statusOf)),
    goal: tierMigrationGoal.parse(batch.goal),
    targetVolume: batch.targetVolume,
    requestedBy: batch.requestedBy,
    createdAt: batch.createdAt,
    leftOut: z.array(z.string()).parse(batch.leftOut),
    needsApproval: migrations.some(needsApproval),
    ownPlan: owned.includes(true),
    review: reviewed?.review ?? null,
    totals: {
      parts: views.reduce((sum, view) => sum + view.totalParts, 0),
      rows: views.reduce((sum, view) => sum + view.totalRows, 0n),
      bytes: views.reduce((sum, view) => sum + view.totalBytes, 0n),
    },
    movedBytes: views.reduce((sum, view) => sum + view.movedBytes, 0n),
    migrations: views,
  }
}
