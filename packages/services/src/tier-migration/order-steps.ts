import type { Transaction } from '@frostline/db'
import type { ServiceContext } from '../base/context.ts'
import { ServiceError } from '../base/service-error.ts'
import { changeMigration, refuseMigration } from './change-migration.ts'
import { editPlan } from './plan.ts'
import type { TierMigrationStepsRef } from './schema.ts'
import { statusOf } from './to-view.ts'

/**
 * Puts steps before all others that were not begun, in the order given. A step keeps its name (`ordinal`); only its
 * turn changes, and each replica takes its own steps in turn.
 */
export async function putTierMigrationStepsFirst(
  ctx: ServiceContext,
  input: TierMigrationStepsRef,
): Promise<{ id: string }> {
  return changeMigration(ctx, input.id, {
    verb: 'reorder',
    outcome: 'succeeded',
    details: { first: input.ordinals.slice(0, 100).map(String), steps: input.ordinals.length },
    decide: async (migration, tx) => {
      const status = statusOf(migration)
      if (status === 'completed' || status === 'cancelling')
        refuseMigration(migration, 'reordered', 'No steps are left to reorder.')
      await putFirst(tx, migration.id, input.ordinals)
      return { orderVersion: { increment: 1 }, ...editPlan(ctx, migration) }
    },
  })
}

async function putFirst(tx: Transaction, migrationId: string, ordinals: readonly number[]): Promise<void> {
  const planned = await tx.tierMigrationStep.findMany({
    where: { migrationId, status: 'planned' },
    select: { ordinal: true },
    orderBy: [{ position: 'asc' }, { ordinal: 'asc' }],
  })
  const open = new Set(planned.map((step) => step.ordinal))
  const begun = ordinals.filter((ordinal) => !open.has(ordinal))
  if (begun.length > 0)
    throw new ServiceError(
      'conflict',
      `Step ${begun[0]} of tier migration ${migrationId} has started or does not exist.`,
      {
        hint: 'Only planned steps can be reordered. Refresh and choose again.',
      },
    )
  const first = new Set(ordinals)
  const order = [...first, ...planned.map((step) => step.ordinal).filter((ordinal) => !first.has(ordinal))]
  await tx.$executeRaw`
    UPDATE tier_migration_step AS step SET position = wanted.position - 1
    FROM unnest(${order}::int[]) WITH ORDINALITY AS wanted(ordinal, position)
    WHERE step."migrationId" = ${migrationId} AND step.ordinal = wanted.ordinal`
}
