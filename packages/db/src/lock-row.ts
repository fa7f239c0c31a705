import { Prisma } from './generated/client.ts'
import type { Transaction } from './transaction.ts'

/** Whose rows are held while somebody decides on them. */
export type LockedTable =
  | 'cluster'
  | 'source'
  | 'run'
  | 'storage_rollout'
  | 'tier_migration'
  | 'tier_migration_batch'
  | 'tier_schedule'
  | 'load_pipeline'
  | 'cache_schedule'
  | 'zero_copy_exit'

/** Waits for the row and holds it until the transaction ends. Without such a row nothing is held. */
export async function lockRow(tx: Transaction, table: LockedTable, id: string): Promise<void> {
  await tx.$queryRaw`SELECT id FROM ${Prisma.raw(table)} WHERE id = ${id} FOR UPDATE`
}

/** Holds the row unless somebody else does, or it is gone; whether it is held. */
export async function tryLockRow(tx: Transaction, table: LockedTable, id: string): Promise<boolean> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM ${Prisma.raw(table)} WHERE id = ${id} FOR UPDATE SKIP LOCKED`
  return rows.length > 0
}

/** Waits for the rows of a cluster, a kind, a source or a proposal, or for every row, and holds them until the transaction ends. */
export async function lockRows(
  tx: Transaction,
  table: LockedTable,
  of: { clusterId?: string; kind?: string } | { sourceId: string } | { proposalId: string },
): Promise<void> {
  const where = Object.entries(of).reduce(
    (sql, [column, value]) => Prisma.sql`${sql} AND ${Prisma.raw(`"${column}"`)} = ${value}`,
    Prisma.sql`true`,
  )
  await tx.$queryRaw`SELECT id FROM ${Prisma.raw(table)} WHERE ${where} ORDER BY id FOR UPDATE`
}
