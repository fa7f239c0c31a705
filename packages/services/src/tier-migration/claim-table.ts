import type { TierMigration, Transaction } from '@frostline/db'
import { activeMigrationStatuses, drivenExitStatuses } from '@frostline/domain'
import { ServiceError } from '../base/service-error.ts'

const TABLE_LOCK_SPACE = 72_707_371

type Claim = Pick<TierMigration, 'clusterId' | 'database' | 'table'> & {
  /** Of a migration that is stored already. */
  id?: string
  /** The exit from zero-copy replication that it is a part of. */
  exitId?: string
}

/**
 * One table has one running migration at a time: two would move the same parts against each other. While a table leaves
 * zero-copy replication only the migrations of that run may move it. The advisory lock holds until the transaction ends, so
 * that two starts cannot both find the table free.
 */
export async function claimTable(
  tx: Transaction,
  { id, exitId, clusterId, database, table }: Claim,
): Promise<void> {
  const key = JSON.stringify([clusterId, database, table])
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${TABLE_LOCK_SPACE}::int4, hashtext(${key}))`
  const other = await tx.tierMigration.findFirst({
    where: { clusterId, database, table, status: { in: [...activeMigrationStatuses] } },
    select: { id: true },
  })
  if (other)
    throw new ServiceError(
      'conflict',
      `Another tier migration of ${database}.${table} is under way (${other.id}).`,
      {
        hint: 'Wait until it ends, or cancel it. Then start this one.',
      },
    )
  const exit = await tx.zeroCopyExit.findFirst({
    where: { clusterId, database, table, status: { in: [...drivenExitStatuses] } },
    select: { id: true, migrations: true },
  })
  if (exit && exit.id !== exitId && !(id !== undefined && JSON.stringify(exit.migrations).includes(id)))
    throw new ServiceError(
      'conflict',
      `${database}.${table} is being taken off zero-copy replication (${exit.id}).`,
      { hint: 'Wait for its end, or pause it first.' },
    )
}
