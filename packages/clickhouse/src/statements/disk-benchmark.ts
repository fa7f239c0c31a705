import { qualifiedName } from '../sql/qualified-name.ts'
import { quoteString } from '../sql/quote-string.ts'
import type { TableRef } from './move.ts'
import type { Statement } from './statement.ts'

export interface ShapedTable {
  format: 'wide' | 'compact'
  /** In addition to the key. */
  columns: number
  parts: number
  rows: number
}

const huge = '1000000000000000'

/** A table on one disk only, whose parts all have one format and are never merged. */
export function createShapedTable(
  { database, table }: TableRef,
  disk: string,
  { format, columns }: Pick<ShapedTable, 'format' | 'columns'>,
): Statement {
  const least = format === 'wide' ? '0' : huge
  const settings = {
    disk,
    min_bytes_for_wide_part: least,
    min_rows_for_wide_part: least,
    max_bytes_to_merge_at_max_space_in_pool: '1',
  }
  const values = numbers(columns).map((n) => `c${n} UInt64`)
  return {
    sql: `CREATE TABLE IF NOT EXISTS ${qualifiedName(database, table)} (id UInt64, ${values.join(', ')})
ENGINE = MergeTree ORDER BY id
SETTINGS ${Object.entries(settings)
      .map(([name, value]) => `${name} = ${quoteString(value)}`)
      .join(', ')}`,
    params: {},
  }
}

/** As many parts as requested, of incompressible values. One thread, one part after another. */
export function fillShapedTable(
  { database, table }: TableRef,
  { columns, parts, rows }: ShapedTable,
): Statement {
  const block = Math.ceil(rows / parts)
  const values = numbers(columns).map((n) => `intHash64(number + ${n} * 1000000007)`)
  return {
    sql: `INSERT INTO ${qualifiedName(database, table)} SELECT number, ${values.join(', ')} FROM numbers(${rows})
SETTINGS max_block_size = ${block}, min_insert_block_size_rows = ${block}, min_insert_block_size_bytes = 0, max_insert_threads = 1, max_threads = 1, enable_filesystem_cache_on_write_operations = 0`,
    params: {},
  }
}

/** Reads every column of every row with the least work: ignore() is not folded away. */
export function readShapedTable({ database, table }: TableRef): Statement {
  return { sql: `SELECT sum(ignore(*)) FROM ${qualifiedName(database, table)}\nFORMAT Null`, params: {} }
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1)
}
