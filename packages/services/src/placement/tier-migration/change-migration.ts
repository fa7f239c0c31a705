import type { Prisma, Transaction } from '@frostline/db'
import { type MigrationStatus, runTransitions } from '@frostline/domain'
import type { ServiceContext } from '../../platform/base/context.ts'
import {
  changeRun,
  changeRunWithin,
  giveOrder,
  type RunChange,
  refuseState,
} from '../../platform/run/order-run.ts'
import { isStarted } from '../../platform/run/run-of-kind.ts'
import {
  cancelOpenSteps,
  migrations,
  queueMigration,
  refuseBusyTable,
  requireApproval,
  type StoredMigration,
  withMigrationRun,
} from './migration-run.ts'
import { statusOf } from './to-view.ts'

/** A change of a plan, or an order to its run. */
export interface Change extends RunChange {
  /** Returns the new values, or throws when the migration's state does not allow it. */
  decide: (
    row: StoredMigration,
    tx: Transaction,
    ctx: ServiceContext,
  ) => Promise<Prisma.TierMigrationUpdateInput> | Prisma.TierMigrationUpdateInput
}

/** One person's decision on a migration. */
export function changeMigration(ctx: ServiceContext, id: string, { decide, ...change }: Change) {
  return changeRun(ctx, migrations, { id }, change, decideAndStore(ctx, decide))
}

/** The same within a transaction, of somebody who was authorized. */
export function changeWithin(
  tx: Transaction,
  ctx: ServiceContext,
  id: string,
  { decide, ...change }: Change,
) {
  return changeRunWithin(tx, ctx, migrations, id, change, decideAndStore(ctx, decide))
}

/** Decides, and stores the new values. */
function decideAndStore(ctx: ServiceContext, decide: Change['decide']) {
  return async (row: StoredMigration, tx: Transaction): Promise<MigrationStatus> => {
    const data = await decide(row, tx, ctx)
    const changed = { where: { id: row.id }, data, include: withMigrationRun }
    return statusOf(await tx.tierMigration.update(changed))
  }
}

export function refuseMigration(row: StoredMigration, participle: string, hint: string): never {
  refuseState(migrations, { name: migrations.nameOf(row), status: statusOf(row), participle, hint })
}

type Order = 'start' | 'pause' | 'resume' | 'cancel' | 'retry'

/** Starts a stored plan. */
export const startTierMigration = (ctx: ServiceContext, { id }: { id: string }) =>
  changeMigration(ctx, id, orderChange('start'))

/** Statements under way end first, so nothing that was sent is wasted. What has arrived stays. */
export const pauseTierMigration = (ctx: ServiceContext, { id }: { id: string }) =>
  changeMigration(ctx, id, orderChange('pause'))

/** Goes on with the steps that are left. Each starts from observation. */
export const resumeTierMigration = (ctx: ServiceContext, { id }: { id: string }) =>
  changeMigration(ctx, id, orderChange('resume'))

/** A running one stops within its current part (SYSTEM STOP MOVES, then START MOVES). What has arrived stays. */
export const cancelTierMigration = (ctx: ServiceContext, { id }: { id: string }) =>
  changeMigration(ctx, id, orderChange('cancel'))

/**
 * Takes up the failed, cancelled and never begun steps again. Each starts from observation, so what has arrived meanwhile is
 * not moved twice, and the proof still compares with the first look of the first run.
 */
export const retryTierMigration = (ctx: ServiceContext, { id }: { id: string }) =>
  changeMigration(ctx, id, orderChange('retry'))

export function orderChange(order: Order): Change {
  return {
    verb: order,
    async decide(row, tx, ctx) {
      if (!isStarted(row)) return orderPlan(tx, ctx, row, order)
      if (order === 'start')
        refuseMigration(row, 'started', 'Only a planned migration can be started. Make a new plan.')
      await giveOrder(tx, ctx, migrations, row, order, async () => {
        if (order === 'retry') await reopenSteps(tx, { migrationId: row.id })
        if (order === 'retry' || order === 'resume') await refuseBusyTable(tx, row)
      })
      return {}
    },
  }
}

/** Of a plan that was not started, or was cancelled before. */
async function orderPlan(
  tx: Transaction,
  ctx: ServiceContext,
  row: StoredMigration,
  order: Order,
): Promise<Prisma.TierMigrationUpdateInput> {
  const isDiscarded = statusOf(row) === 'cancelled'
  if (order === 'cancel' && !isDiscarded) {
    await cancelOpenSteps(tx, row.id, ctx.now())
    return { discardedBy: ctx.actor.name, discardedAt: ctx.now() }
  }
  if (order !== (isDiscarded ? 'retry' : 'start'))
    return order === 'start'
      ? refuseMigration(row, 'started', 'Only a planned migration can be started. Make a new plan.')
      : refuseMigration(row, runTransitions[order].participle, runTransitions[order].hint)
  requireApproval(row)
  if (isDiscarded) await reopenSteps(tx, { migrationId: row.id })
  await queueMigration(tx, ctx, row)
  return {}
}

/** A person has looked at them, so the count of failures starts again. Answers how many there were. */
export async function reopenSteps(
  tx: Transaction,
  where: Prisma.TierMigrationStepWhereInput,
): Promise<number> {
  const { count } = await tx.tierMigrationStep.updateMany({
    where: { status: { in: ['failed', 'cancelled'] }, ...where },
    data: {
      ...{ status: 'planned', finishedAt: null, error: null, errorCode: null },
      ...{ failures: 0, wastedBytes: 0n, breaker: null },
    },
  })
  return count
}
