import { qualifiedName } from '../sql/qualified-name.ts'
import { quoteString } from '../sql/quote-string.ts'
import type { TableRef } from './move.ts'
import type { Statement } from './statement.ts'

/** Partitions of a conformance check's table. */
export const conformancePartitions = ['0', '1'] as const

/** Two partitions of wide parts, on one disk only or by a policy. */
export function createConformanceTable(
  { database, table }: TableRef,
  on: { disk: string } | { policy: string },
): Statement {
  const place = 'disk' in on ? `disk = ${quoteString(on.disk)}` : `storage_policy = ${quoteString(on.policy)}`
  return {
    sql: `CREATE TABLE IF NOT EXISTS ${qualifiedName(database, table)} (half UInt8, id UInt64, text String)
ENGINE = MergeTree PARTITION BY half ORDER BY id SETTINGS ${place}, min_bytes_for_wide_part = 0`,
    params: {},
  }
}

/** Reproducible rows (conformanceRows), in four parts per partition. */
export function fillConformanceTable({ database, table }: TableRef, rows: number): Statement {
  const block = Math.ceil(rows / 4)
  return {
    sql: `INSERT INTO ${qualifiedName(database, table)} SELECT ${conformanceRows} FROM numbers(${rows})
SETTINGS max_block_size = ${block}, min_insert_block_size_rows = ${block}, min_insert_block_size_bytes = 0, max_insert_threads = 1, max_threads = 1`,
    params: {},
  }
}

export const conformanceRows = 'number % 2 AS half, number AS id, hex(sipHash128(number)) AS text'

/** Waits for the mutation. */
const wait = 'SETTINGS mutations_sync = 1'

export const conformanceStatements = {
  read: (at: string) => `SELECT sum(cityHash64(*)) FROM ${at} FORMAT Null`,
  check: (at: string) => `CHECK TABLE ${at} SETTINGS check_query_single_value_result = 1`,
  optimize: (at: string) => `OPTIMIZE TABLE ${at} FINAL`,
  update: (at: string) => `ALTER TABLE ${at} UPDATE text = 'updated' WHERE id % 10 = 0 ${wait}`,
  delete: (at: string) => `ALTER TABLE ${at} DELETE WHERE id % 10 = 1 ${wait}`,
  'lightweight-delete': (at: string) =>
    `DELETE FROM ${at} WHERE id % 10 = 2 SETTINGS lightweight_deletes_sync = 1`,
  detach: (at: string) => `ALTER TABLE ${at} DETACH PARTITION ID '0'`,
  attach: (at: string) => `ALTER TABLE ${at} ATTACH PARTITION ID '0'`,
} as const
