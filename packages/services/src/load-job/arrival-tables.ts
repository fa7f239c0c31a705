import type { StagingNames, TableRef } from '@frostline/clickhouse'
import type { LoadSpec } from '@frostline/domain'

/** What a batch brings: its rows and, where they are collected, its bad rows. As in the ledger. */
export type TableKind = 'data' | 'bad-rows'

/** Where parts of a kind arrive. */
export function targetTable({ landing, badRows }: LoadSpec, kind: string): TableRef {
  const { database, table } = kind === 'bad-rows' && badRows.kind === 'collect' ? badRows.into : landing
  return { database, table }
}

/** Where they stand before. Staging tables of either kind lie in the database of the landing table. */
export function stagingTable({ landing }: LoadSpec, names: StagingNames, kind: string): TableRef {
  return { database: landing.database, table: kind === 'bad-rows' ? names.badRows : names.data }
}
