import { lockRow, notifyChange, type Prisma, type TierMigration, type Transaction } from '@frostline/db'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { type AuditFacts, recordAudit } from '../base/record-audit.ts'
import { ServiceError } from '../base/service-error.ts'
import { requireNodes } from '../cluster/require-nodes.ts'

const withCluster = { cluster: { select: { name: true, approvalRequired: true } } } as const
type Stored = Prisma.TierMigrationGetPayload<{ include: typeof withCluster }>

export interface Change {
  action: string
  outcome: AuditFacts['outcome'] | ((changed: TierMigration) => AuditFacts['outcome'])
  details?: AuditFacts['details']
  /** Returns the new values, or throws when the migration's state does not allow it. */
  decide: (
    migration: Stored,
    tx: Transaction,
  ) => Promise<Prisma.TierMigrationUpdateInput> | Prisma.TierMigrationUpdateInput
}

/**
 * One person's decision on a migration: authorized, checked against its state under a row lock, audited, announced.
 * The lock makes two people who press at once act one after the other, so that the second meets the new state.
 */
export async function changeTierMigration(
  ctx: ServiceContext,
  id: string,
  change: Change,
): Promise<TierMigration> {
  const known = await ctx.db.tierMigration.findUnique({ where: { id }, include: withCluster })
  await authorize(ctx, 'operator', describeObject(id, change, known))
  return ctx.db.$transaction((tx) => changeWithin(tx, ctx, id, change))
}

/** The same within a transaction, of somebody who was authorized. */
export async function changeWithin(
  tx: Transaction,
  ctx: ServiceContext,
  id: string,
  change: Change,
): Promise<TierMigration> {
  await lockRow(tx, 'tier_migration', id)
  const migration = await tx.tierMigration.findUnique({ where: { id }, include: withCluster })
  if (!migration)
    throw new ServiceError('not_found', `There is no tier migration ${id}.`, {
      hint: 'Choose one from the list of tier migrations. The ID may be from another console.',
    })
  const data = await change.decide(migration, tx)
  if (data.status === 'queued') await requireNodesOfSteps(tx, migration)
  const changed = await tx.tierMigration.update({ where: { id }, data })
  await recordAudit(tx, ctx, {
    ...describeObject(id, change, migration),
    outcome: typeof change.outcome === 'function' ? change.outcome(changed) : change.outcome,
    ...(change.details ? { details: change.details } : {}),
  })
  await notifyChange(tx, 'tier-migration', id)
  return changed
}

async function requireNodesOfSteps(tx: Transaction, { id, clusterId }: TierMigration): Promise<void> {
  const open = await tx.tierMigrationStep.findMany({
    where: { migrationId: id, status: { in: ['planned', 'running'] } },
    select: { nodeName: true },
    distinct: ['nodeName'],
  })
  await requireNodes(
    tx,
    clusterId,
    open.map(({ nodeName }) => nodeName),
  )
}

function describeObject(id: string, { action }: Change, known: Stored | null) {
  return {
    action,
    objectType: 'tier-migration',
    objectId: id,
    objectName: known ? `${known.database}.${known.table}` : id,
    clusterId: known?.clusterId,
    clusterName: known?.cluster.name,
  }
}

export function refuseState(migration: TierMigration, verb: string, hint: string): never {
  throw new ServiceError(
    'conflict',
    `The tier migration of ${migration.database}.${migration.table} is ${migration.status}, so it cannot be ${verb}.`,
    { hint },
  )
}
