import { planTierMigration, type TierMigrationPlan } from '@frostline/domain'
import type { ServiceContext } from '../base/context.ts'
import { inspectTable, type LookedAtTable } from './inspect-table.ts'
import type { TierMigrationRequest } from './schema.ts'

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
