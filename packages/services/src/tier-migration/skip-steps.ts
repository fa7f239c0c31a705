import { isDrivenRun } from '@frostline/domain'
import type { ServiceContext } from '../base/context.ts'
import { ServiceError } from '../base/service-error.ts'
import { giveOrder } from '../run/order-run.ts'
import { isStarted } from '../run/run-of-kind.ts'
import { changeMigration, refuseMigration } from './change-migration.ts'
import { migrations } from './migration-run.ts'
import { editPlan } from './plan-edit.ts'
import type { TierMigrationStepsRef } from './schema.ts'
import { statusOf } from './to-view.ts'

/**
 * Leaves steps out: nothing more is sent for them, and the migration can complete without them. What had arrived
 * stays. When all that is left of a migration at rest is done or skipped, it is completed.
 */
export async function skipTierMigrationSteps(
  ctx: ServiceContext,
  input: TierMigrationStepsRef,
): Promise<{ id: string }> {
  return changeMigration(ctx, input.id, {
    verb: 'skip',
    outcome: 'succeeded',
    details: { steps: input.ordinals.slice(0, 100).map(String), count: input.ordinals.length },
    decide: async (migration, tx) => {
      const status = statusOf(migration)
      if (status === 'completed' || status === 'cancelling')
        refuseMigration(migration, 'shortened', 'No steps are left to skip.')
      const ordinals = [...new Set(input.ordinals)]
      const { count } = await tx.tierMigrationStep.updateMany({
        where: {
          migrationId: migration.id,
          ordinal: { in: ordinals },
          status: { in: ['planned', 'failed', 'cancelled'] },
        },
        data: { status: 'skipped', waitReason: null, finishedAt: ctx.now() },
      })
      if (count !== ordinals.length)
        throw new ServiceError(
          'conflict',
          `${ordinals.length - count} of the chosen steps are running, completed, or not part of tier migration ${migration.id}.`,
          { hint: 'Pause or cancel running steps first. Refresh and choose again.' },
        )
      const left = await tx.tierMigrationStep.count({
        where: { migrationId: migration.id, status: { notIn: ['completed', 'skipped'] } },
      })
      if (left === 0 && isStarted(migration) && !isDrivenRun(status))
        await giveOrder(tx, ctx, migrations, migration, 'finish')
      return { orderVersion: { increment: 1 }, ...editPlan(ctx, migration) }
    },
  })
}

/** Takes skipped steps into the plan again. A migration at rest moves them once it is resumed, retried or started. */
export async function restoreTierMigrationSteps(
  ctx: ServiceContext,
  input: TierMigrationStepsRef,
): Promise<{ id: string }> {
  return changeMigration(ctx, input.id, {
    verb: 'restore',
    outcome: 'succeeded',
    details: { steps: input.ordinals.slice(0, 100).map(String), count: input.ordinals.length },
    decide: async (migration, tx) => {
      const status = statusOf(migration)
      if (status === 'completed' || status === 'cancelling')
        refuseMigration(migration, 'extended', 'Make a new plan for these partitions.')
      const ordinals = [...new Set(input.ordinals)]
      const { count } = await tx.tierMigrationStep.updateMany({
        where: { migrationId: migration.id, ordinal: { in: ordinals }, status: 'skipped' },
        data: { status: 'planned', finishedAt: null, error: null, errorCode: null },
      })
      if (count !== ordinals.length)
        throw new ServiceError(
          'conflict',
          `${ordinals.length - count} of the chosen steps of tier migration ${migration.id} are not skipped.`,
          { hint: 'Refresh and choose again.' },
        )
      return { orderVersion: { increment: 1 }, ...editPlan(ctx, migration) }
    },
  })
}
