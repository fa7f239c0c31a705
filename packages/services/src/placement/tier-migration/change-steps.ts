import type { Transaction } from '@frostline/db'
import { isDrivenRun, isGentler, type TierMigrationLimits, tierMigrationLimits } from '@frostline/domain'
import type { ServiceContext } from '../../platform/base/context.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { giveOrder } from '../../platform/run/order-run.ts'
import { isStarted } from '../../platform/run/run-of-kind.ts'
import { changeMigration, refuseMigration, reopenSteps } from './change-migration.ts'
import { migrations, queueMigration, refuseBusyTable, requireApproval } from './migration-run.ts'
import { editPlan } from './plan.ts'
import type { TierMigrationStepsRef } from './schema.ts'
import { statusOf } from './to-view.ts'

/**
 * Takes up one step that failed, was cancelled or left out, and no other. While the migration runs, its lane takes the
 * step next; at rest, the next generation begins with only that step open, and the others keep their state.
 */
export async function retryTierMigrationStep(
  ctx: ServiceContext,
  { id, ordinal }: { id: string; ordinal: number },
): Promise<{ id: string }> {
  return changeMigration(ctx, id, {
    ...{ verb: 'retry-step', details: { step: ordinal } },
    async decide(row, tx) {
      const status = statusOf(row)
      if (status === 'planned')
        refuseMigration(row, 'retried step by step', 'It was not started. Restore the skipped step instead.')
      if (status === 'cancelling' || status === 'pausing' || status === 'paused')
        refuseMigration(row, 'retried step by step', 'Wait until it has stopped. Resume it if it is paused.')
      const count = await reopenSteps(tx, {
        ...{ migrationId: id, ordinal },
        status: { in: ['failed', 'cancelled', 'skipped'] },
      })
      if (count === 0)
        throw new ServiceError(
          'conflict',
          `Step ${ordinal} of tier migration ${id} has not failed and was not cancelled or skipped.`,
          { hint: 'Refresh. The step may be running again or completed.' },
        )
      const orderVersion = { increment: 1 }
      if (isDrivenRun(status)) return { orderVersion }
      // Steps that a failed run never began stay out of this one: only the chosen step was asked for.
      await tx.tierMigrationStep.updateMany({
        where: { migrationId: id, status: 'planned', ordinal: { not: ordinal } },
        data: { status: 'cancelled', finishedAt: ctx.now() },
      })
      if (isStarted(row))
        await giveOrder(tx, ctx, migrations, row, 'retry-step', () => refuseBusyTable(tx, row))
      else {
        requireApproval(row)
        await queueMigration(tx, ctx, row)
      }
      return { orderVersion }
    },
  })
}

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
    isImmediate: true,
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
    isImmediate: true,
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

/** How gently it goes from now on. A running migration keeps to it from its next statement. */
export async function setTierMigrationLimits(
  ctx: ServiceContext,
  input: { id: string; limits: TierMigrationLimits },
): Promise<{ id: string }> {
  return changeMigration(ctx, input.id, {
    verb: 'limit',
    isImmediate: true,
    details: { limits: JSON.stringify(input.limits) },
    decide: (migration) => {
      if (statusOf(migration) === 'completed')
        refuseMigration(migration, 'limited', 'It has ended. Limits have no effect any more.')
      const before = tierMigrationLimits.parse(migration.limits)
      return { limits: input.limits, ...(isGentler(input.limits, before) ? {} : editPlan(ctx, migration)) }
    },
  })
}

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
    isImmediate: true,
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
