import { lockRow, notifyChange, type Prisma, type Transaction } from '@frostline/db'
import type { MigrationStatus } from '@frostline/domain'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { type AuditFacts, recordAudit } from '../base/record-audit.ts'
import { ServiceError } from '../base/service-error.ts'
import { explainClaim } from '../run/claim.ts'
import { refuseState } from '../run/order-run.ts'
import { migrations, type StoredMigration, withMigrationRun } from './migration-run.ts'
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
