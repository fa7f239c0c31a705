import type { Prisma, Transaction } from '@frostline/db'
import { runTransitions } from '@frostline/domain'
import type { ServiceContext } from '../base/context.ts'
import { giveOrder } from '../run/order-run.ts'
import { isStarted } from '../run/run-of-kind.ts'
import { type Change, changeMigration, refuseMigration } from './change-migration.ts'
import {
  cancelOpenSteps,
  migrations,
  queueMigration,
  refuseBusyTable,
  type StoredMigration,
} from './migration-run.ts'
import { requireApproval } from './require-approval.ts'
import { statusOf } from './to-view.ts'

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
    outcome: 'requested',
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
