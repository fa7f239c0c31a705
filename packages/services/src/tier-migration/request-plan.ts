import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { ServiceError } from '../base/service-error.ts'
import { makePlan } from './make-plan.ts'
import type { TierMigrationRequest } from './schema.ts'
import { storePlan } from './store-plan.ts'

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
  const stored = await ctx.db.$transaction((tx) => storePlan(tx, ctx, { cluster, request, plan, snapshots }))
  return { id: stored.id }
}
