import {
  migrationClaimOf,
  type Prisma,
  type ReviewOutcome,
  startMigration,
  type TableOfCluster,
  type Transaction,
} from '@frostline/db'
import { drivenRunStatuses } from '@frostline/domain'
import type { ServiceContext } from '../../platform/base/context.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { requireNodes } from '../../platform/cluster/require-nodes.ts'
import { refuseHolder } from '../../platform/run/claim.ts'
import type { RunOfKind } from '../../platform/run/run-of-kind.ts'
import { withRun } from '../../platform/run/stored-run.ts'

interface Approvable {
  database: string
  table: string
  runId: string | null
  reviewOutcome: ReviewOutcome | null
  cluster: { approvalRequired: boolean }
}

/**
 * Whether an approval stands between a plan and its first start. One that was started before is in its operators'
 * hands: what they do then stands in the audit.
 */
export function needsApproval({ runId, reviewOutcome, cluster }: Approvable): boolean {
  return cluster.approvalRequired && runId === null && reviewOutcome !== 'approved'
}

/** @throws ServiceError `refused` */
export function requireApproval(migration: Approvable): void {
  if (!needsApproval(migration)) return
  throw new ServiceError(
    'refused',
    `The plan of ${migration.database}.${migration.table} is not approved. Its cluster requires approval before a start.`,
    { hint: 'Send it for review. Another operator or admin must approve it before it can start.' },
  )
}

export const withMigrationRun = {
  ...withRun,
  cluster: { select: { slug: true, name: true, approvalRequired: true } },
} as const satisfies Prisma.TierMigrationInclude

/** A plan has no run before it is started. */
export type StoredMigration = Prisma.TierMigrationGetPayload<{ include: typeof withMigrationRun }>

export const migrations: RunOfKind<StoredMigration> = {
  kind: 'tier-migration',
  find: (tx, id) => tx.tierMigration.findUnique({ where: { id }, include: withMigrationRun }),
  nameOf: ({ database, table }) => `${database}.${table}`,
  listNodes: listOpenNodes,
  cancelRest: cancelOpenSteps,
  plans: { table: 'tier_migration' },
}

export async function cancelOpenSteps(tx: Transaction, migrationId: string, now: Date): Promise<void> {
  await tx.tierMigrationStep.updateMany({
    where: { migrationId, status: 'planned' },
    data: { status: 'cancelled', finishedAt: now },
  })
}

async function listOpenNodes(tx: Transaction, migrationId: string): Promise<string[]> {
  const open = await tx.tierMigrationStep.findMany({
    where: { migrationId, status: { in: ['planned', 'running'] } },
    select: { nodeName: true },
    distinct: ['nodeName'],
  })
  return open.map(({ nodeName }) => nodeName)
}

/** Makes a run of a plan. A worker takes it from the ledger, so nothing is lost when this process dies right after. */
export async function queueMigration(
  tx: Transaction,
  ctx: ServiceContext,
  plan: TableOfCluster & { id: string },
  exitId?: string,
): Promise<void> {
  const { id, clusterId, database, table } = plan
  await refuseBusyTable(tx, plan, exitId)
  await startMigration(tx, {
    ...{ id, clusterId, database, table, now: ctx.now() },
    ...{ requestedById: ctx.actor.id, requestedBy: ctx.actor.name },
  })
  await requireNodes(tx, clusterId, await listOpenNodes(tx, id))
}

/**
 * One table has one running migration at a time. While a table leaves zero-copy replication only the migrations of that exit may
 * move it.
 * @throws ServiceError `conflict`
 */
export async function refuseBusyTable(
  tx: Transaction,
  { id, ...at }: TableOfCluster & { id?: string },
  exitId?: string,
): Promise<void> {
  const { clusterId, database, table } = at
  const name = `${database}.${table}`
  await refuseHolder(tx, migrations, {
    ...(id === undefined ? {} : { id }),
    claimKey: migrationClaimOf(at),
    name,
  })
  const exit = await tx.zeroCopyExit.findFirst({
    where: { clusterId, database, table, run: { status: { in: [...drivenRunStatuses] } } },
    select: { id: true, migrations: true },
  })
  if (exit && exit.id !== exitId && !(id !== undefined && JSON.stringify(exit.migrations).includes(id)))
    throw new ServiceError('conflict', `${name} is being taken off zero-copy replication (${exit.id}).`, {
      hint: 'Wait for its end, or pause it first.',
    })
}
