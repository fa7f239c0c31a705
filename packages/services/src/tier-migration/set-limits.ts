import { isGentler, type TierMigrationLimits, tierMigrationLimits } from '@frostline/domain'
import type { ServiceContext } from '../base/context.ts'
import { changeMigration, refuseMigration } from './change-migration.ts'
import { editPlan } from './plan-edit.ts'
import { statusOf } from './to-view.ts'

/** How gently it goes from now on. A running migration keeps to it from its next statement. */
export async function setTierMigrationLimits(
  ctx: ServiceContext,
  input: { id: string; limits: TierMigrationLimits },
): Promise<{ id: string }> {
  return changeMigration(ctx, input.id, {
    verb: 'limit',
    outcome: 'succeeded',
    details: { limits: JSON.stringify(input.limits) },
    decide: (migration) => {
      if (statusOf(migration) === 'completed')
        refuseMigration(migration, 'limited', 'It has ended. Limits have no effect any more.')
      const before = tierMigrationLimits.parse(migration.limits)
      return { limits: input.limits, ...(isGentler(input.limits, before) ? {} : editPlan(ctx, migration)) }
    },
  })
}
