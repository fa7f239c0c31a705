import { lockRow, notifyChange, type Prisma, type Transaction } from '@frostline/db'
import { type MigrationStatus, runTransitions } from '@frostline/domain'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { type AuditFacts, recordAudit } from '../base/record-audit.ts'
import { ServiceError } from '../base/service-error.ts'
import { explainClaim } from '../run/claim.ts'
import { giveOrder, refuseState } from '../run/order-run.ts'
import { isStarted } from '../run/run-of-kind.ts'
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
export interface Change {
  verb: string
  /** `succeeded`: it has its effect at once. */
  outcome: 'requested' | 'succeeded'
  details?: AuditFacts['details']
  /** Returns the new values, or throws when the migration's state does not allow it. */
  decide: (
    row: StoredMigration,
    tx: Transaction,
    ctx: ServiceContext,
  ) => Promise<Prisma.TierMigrationUpdateInput> | Prisma.TierMigrationUpdateInput
}

interface Changed {
  id: string
  status: MigrationStatus
}

/**
 * One person's decision on a migration: authorized, checked against its state under a row lock, audited, announced.
 * The lock makes two people who press at once act one after the other, so that the second meets the new state.
 */
export async function changeMigration(ctx: ServiceContext, id: string, change: Change): Promise<Changed> {
  const known = await ctx.db.tierMigration.findUnique({ where: { id }, include: withMigrationRun })
  await authorize(ctx, 'operator', describeMigration(id, change.verb, known))
  return ctx.db
    .$transaction((tx) => changeWithin(tx, ctx, id, change))
    .catch((error: unknown) => {
      throw explainClaim(error, migrations, known ? nameOf(known) : id)
    })
}

/** The same within a transaction, of somebody who was authorized. */
export async function changeWithin(
  tx: Transaction,
  ctx: ServiceContext,
  id: string,
  change: Change,
): Promise<Changed> {
  await lockRow(tx, 'run', id)
  // Of a plan, which has no run.
  await lockRow(tx, 'tier_migration', id)
  const row = await findMigration(tx, id)
  const data = await change.decide(row, tx, ctx)
  const changed = await tx.tierMigration.update({ where: { id }, data, include: withMigrationRun })
  const status = statusOf(changed)
  await recordAudit(tx, ctx, {
    ...describeMigration(id, change.verb, row),
    outcome: change.outcome === 'requested' && status === 'cancelled' ? 'cancelled' : change.outcome,
    ...(change.details ? { details: change.details } : {}),
  })
  await notifyChange(tx, 'tier-migration', id)
  return { id, status }
}

/** @throws ServiceError `not_found` */
async function findMigration(tx: Transaction, id: string): Promise<StoredMigration> {
  const row = await tx.tierMigration.findUnique({ where: { id }, include: withMigrationRun })
  if (row) return row
  throw new ServiceError('not_found', `There is no tier migration ${id}.`, {
    hint: 'Choose one from the list of tier migrations. The ID may be from another console.',
  })
}

/** For the audit. */
export function describeMigration(id: string, verb: string, known: StoredMigration | null) {
  return {
    ...{ action: `tier-migration.${verb}`, objectType: 'tier-migration', objectId: id },
    objectName: known ? nameOf(known) : id,
    ...{ clusterId: known?.clusterId, clusterName: known?.cluster.name },
  }
}

function nameOf({ database, table }: StoredMigration): string {
  return `${database}.${table}`
}

export function refuseMigration(row: StoredMigration, participle: string, hint: string): never {
  refuseState(migrations, { name: nameOf(row), status: statusOf(row), participle, hint })
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
