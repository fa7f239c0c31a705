import type { TierMigration, Transaction } from '@frostline/db'
import { activeMigrationStatuses } from '@frostline/domain'
import { ServiceError } from '../base/service-error.ts'

const TABLE_LOCK_SPACE = 72_707_371

/**
 * One table has one running migration at a time: two would move the same parts against each other. The advisory lock
 * holds until the transaction ends, so that two starts cannot both find the table free.
 */
export async function claimTable(
  tx: Transaction,
  { clusterId, database, table }: Pick<TierMigration, 'clusterId' | 'database' | 'table'>,
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
        hint: 'Wait for its end or cancel it, then start this one.',
      },
    )
}
