import type { ReplicaSnapshot, TierMigrationPlan } from '@frostline/domain'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import type { ShownStatements } from '../../platform/base/shown-statements.ts'
import { estimatePlan, viewEstimate } from './estimate.ts'
import { makePlan } from './plan.ts'
import { renderPlannedStatements } from './planned-statements.ts'
import type { TierMigrationDryRun, TierMigrationPreview, TierMigrationRequest } from './schema.ts'

const maxInPreview = 100

/** What a tier migration would do if it were planned now. Changes nothing. */
export async function previewTierMigration(
  ctx: ServiceContext,
  request: TierMigrationRequest,
): Promise<TierMigrationDryRun> {
  await authorize(ctx, 'viewer')
  const made = await makePlan(ctx, request)
  const estimate = await estimatePlan(ctx, request, made)
  return {
    ...toPreview(request, made.plan, made.snapshots, made.observedAt),
    estimate: viewEstimate(estimate, request, ctx.now()),
  }
}

export function toPreview(
  request: Parameters<typeof renderPlannedStatements>[0],
  plan: TierMigrationPlan,
  snapshots: ReplicaSnapshot[],
  observedAt: Date,
): TierMigrationPreview {
  return {
    observedAt,
    accepted: plan.kind === 'planned',
    checks: plan.checks,
    totals: plan.kind === 'planned' ? plan.totals : { parts: 0, rows: 0n, bytes: 0n },
    steps:
      plan.kind === 'planned'
        ? plan.steps.map((step) => ({
            ordinal: step.ordinal,
            node: step.node.name,
            shard: step.node.shard,
            replica: step.node.replica,
            partitionId: step.partitionId,
            partition: step.partition,
            fromVolumes: step.fromVolumes,
            toVolume: step.toVolume,
            totals: step.totals,
            sharing: step.sharing,
            granularity: step.granularity,
            optimizeFirst: step.optimizeFirst,
            ...firstStatements(renderPlannedStatements(request, step, snapshots)),
          }))
        : [],
  }
}

function firstStatements(statements: readonly string[]) {
  return { statements: statements.slice(0, maxInPreview), statementCount: statements.length }
}

/** Every statement of the plan that previewTierMigration tells of, in the order of its steps. */
export async function previewTierMigrationSql(
  ctx: ServiceContext,
  request: TierMigrationRequest,
): Promise<ShownStatements> {
  await authorize(ctx, 'viewer')
  const { plan, snapshots } = await makePlan(ctx, request)
  if (plan.kind !== 'planned') return { statements: [] }
  return {
    statements: plan.steps.flatMap((step) =>
      renderPlannedStatements(request, step, snapshots).map((sql) => ({ node: step.node.name, sql })),
    ),
  }
}
