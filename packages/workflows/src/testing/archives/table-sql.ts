import type { ClickHouseSettings } from '@clickhouse/client'
import { qualifiedName, quoteIdentifier, quoteString } from '@frostline/clickhouse'
import type { DrawnColumn, DrawnTable } from './draw-table.ts'

/** Of the statements that create and fill a drawn table. */
export const drawnSettings: ClickHouseSettings = {
  ...{ allow_suspicious_low_cardinality_types: 1, enable_time_time64_type: 1, optimize_on_insert: 0 },
  ...{ max_threads: 1, max_insert_threads: '1', max_partitions_per_insert_block: '0' },
}

export function createTableSql({
  database,
  table,
  columns,
  engine,
  partitionBy,
  orderBy,
  settings,
}: DrawnTable): string {
  const typed = columns.map(({ name, type, clause }) => `${quoteIdentifier(name)} ${type} ${clause}`)
  return `CREATE TABLE ${qualifiedName(database, table)} (${typed.join(', ')})
    ENGINE = ${engine} PARTITION BY ${partitionBy} ORDER BY ${orderBy.startsWith('(') || orderBy === 'tuple()' ? orderBy : `(${orderBy})`}
    SETTINGS ${settings}`
}

const isWritten = ({ clause }: DrawnColumn) => clause === '' || clause.startsWith('DEFAULT')
/** Computed by each query, or only in an INSERT. */
const isStored = ({ clause }: DrawnColumn) => !/^(?:ALIAS|EPHEMERAL)/.test(clause)

/** `rows` rows with random values, the same for the same seed. */
export function insertSql({ database, table, columns }: DrawnTable, rows: number, seed: number): string {
  const written = columns.filter(isWritten)
  const made = written.filter(({ value }) => value === null)
  const structure = made.map(({ type }, at) => `g${at} ${type}`).join(', ')
  const values = written.map((column) => column.value ?? `g${made.indexOf(column)}`)
  const source =
    made.length === 0
      ? `numbers(${rows})`
      : `(SELECT *, rowNumberInAllBlocks() AS number FROM generateRandom(${quoteString(structure)}, ${seed}, 12, 3) LIMIT ${rows})`
  return `INSERT INTO ${qualifiedName(database, table)} (${written.map(({ name }) => quoteIdentifier(name)).join(', ')})
    SELECT ${values.join(', ')} FROM ${source}`
}

/**
 * Two sums over the bytes of whole rows, which do not depend on the order of rows: other functions over another
 * representation than the proof of an archive.
 */
export function ownSumsSql(
  { columns }: DrawnTable,
  { database, table }: { database: string; table: string },
): string {
  const names = columns.filter(isStored).map(({ name }) => quoteIdentifier(name))
  return `SELECT toString(count()) AS own_count, toString(sum(sipHash64(own_row))) AS own_sum, toString(groupBitXor(xxHash64(reverse(own_row)))) AS own_xor
    FROM (SELECT formatRow('RowBinary', ${names.join(', ')}) AS own_row FROM ${qualifiedName(database, table)})`
}
