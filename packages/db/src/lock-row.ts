import { Prisma } from './generated/client.ts'
import type { Transaction } from './transaction.ts'

/** Tables whose rows are locked while a decision on them is made. */
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
  | 'alert_route'
  | 'archive_view'
  | 'archive_schedule'

/** Locks the row until the transaction ends, and waits for it. Without such a row nothing is locked. */
export async function lockRow(tx: Transaction, table: LockedTable, id: string): Promise<void> {
  await tx.$queryRaw`SELECT id FROM ${Prisma.raw(table)} WHERE id = ${id} FOR UPDATE`
}

/** Locks the row unless it is locked or gone; returns whether it is locked. */
export async function tryLockRow(tx: Transaction, table: LockedTable, id: string): Promise<boolean> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM ${Prisma.raw(table)} WHERE id = ${id} FOR UPDATE SKIP LOCKED`
  return rows.length > 0
}

/** Locks the rows of a cluster, a kind, a source or a proposal, or every row, until the transaction ends. */
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
