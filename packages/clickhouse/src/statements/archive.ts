import type { S3Arguments } from '../s3/s3-arguments.ts'
import type { SqlParams } from '../sql/copyable-sql.ts'
import { copyableSql } from '../sql/copyable-sql.ts'
import { qualifiedName } from '../sql/qualified-name.ts'
import { quoteIdentifier } from '../sql/quote-identifier.ts'
import { quoteString } from '../sql/quote-string.ts'
import type { TableRef } from './move.ts'
import type { Statement } from './statement.ts'

/** Rows of frozen parts of one partition: all of them, or a range of one part. */
export interface ArchiveRows {
  from: TableRef
  partitionId: string
  parts: readonly string[]
  range: { from: string; to: string } | null
}

/** Whatever the profile of the console user says: all rows that the parts hold, read from where they are. */
export const archiveReadSettings = {
  final: 0,
  apply_mutations_on_fly: 0,
  enable_filesystem_cache: 0,
  max_result_rows: '0',
} as const

/** The condition on the rows, with its parameters. */
export function archiveRowsCondition({ partitionId, parts, range }: ArchiveRows): {
  sql: string
  params: SqlParams
} {
  const whole = '_partition_id = {partition_id: String} AND _part IN ({part_names: Array(String)})'
  const params = { partition_id: partitionId, part_names: [...parts] }
  return range === null
    ? { sql: whole, params }
    : {
        sql: `${whole} AND _part_offset >= {offset_from: UInt64} AND _part_offset < {offset_to: UInt64}`,
        params: { ...params, offset_from: range.from, offset_to: range.to },
      }
}

export interface ArchiveWrite {
  rows: ArchiveRows
  /** For each column of the file, SQL over the columns of the table. */
  expressions: readonly string[]
  /** As the server shows it. Empty: the table has no order. */
  sortingKey: string
  /** With the structure of the file. */
  target: S3Arguments
}

/**
 * One file: rows in the order of the table. `shown` is its text for people. An existing object is never replaced: each
 * attempt has its own key. The server repeats a failed request 500 times by default, which a kill cannot end quickly.
 */
export function archiveFileStatement({ rows, expressions, sortingKey, target }: ArchiveWrite): Statement & {
  shown: string
} {
  const { from } = rows
  const condition = archiveRowsCondition(rows)
  const settings = {
    ...archiveReadSettings,
    s3_truncate_on_insert: 0,
    s3_create_new_file_on_insert: 0,
    s3_retry_attempts: '5',
    max_insert_threads: '1',
    // The key has archive_partition=…, which 25.8 requires as a column otherwise.
    use_hive_partitioning: 0,
    output_format_parquet_compression_method: 'zstd',
    // As WKB, empty rings and polygons would be lost.
    output_format_parquet_geometadata: 0,
    optimize_read_in_order: 1,
  }
  const set = Object.entries(settings).map(
    ([name, value]) => `${name} = ${typeof value === 'number' ? value : quoteString(value)}`,
  )
  const order = sortingKey === '' ? '' : `\nORDER BY ${sortingKey}`
  const sql = `INSERT INTO FUNCTION s3(${target.sql})
SETTINGS ${set.join(', ')}
SELECT ${expressions.join(', ')}
FROM ${qualifiedName(from.database, from.table)}
WHERE ${condition.sql}${order}`
  return {
    sql,
    params: { ...target.params, ...condition.params },
    shown: copyableSql(sql, { ...target.shown, ...condition.params }),
  }
}

/**
 * Detaches these parts and no others. DETACH PARTITION would take rows that arrived after they were proved. On a replicated
 * table the other replicas detach theirs.
 */
export function detachPartsStatement({ database, table }: TableRef, parts: readonly string[]): Statement {
  return alterParts(`ALTER TABLE ${qualifiedName(database, table)}`, 'DETACH PART', parts)
}

/** Attached parts get new names. */
export function attachPartStatement({ database, table }: TableRef, part: string): Statement {
  return alterParts(`ALTER TABLE ${qualifiedName(database, table)}`, 'ATTACH PART', [part])
}

/** On this replica only. */
export function dropDetachedPartsStatement(
  { database, table }: TableRef,
  parts: readonly string[],
): Statement {
  const { sql, params } = alterParts(
    `ALTER TABLE ${qualifiedName(database, table)}`,
    'DROP DETACHED PART',
    parts,
  )
  return { sql: `${sql} SETTINGS allow_drop_detached = 1`, params }
}

function alterParts(head: string, verb: string, parts: readonly string[]): Statement {
  return {
    sql: `${head} ${parts.map((_, index) => `${verb} {part_${index}: String}`).join(', ')}`,
    params: Object.fromEntries(parts.map((part, index) => [`part_${index}`, part])),
  }
}

/** A plain table beside an archived one: stored columns without defaults, same keys, no TTL and no replication. */
export function createRestoreTableStatement(
  at: TableRef,
  columns: readonly { name: string; type: string }[],
  keys: { partitionKey: string; primaryKey: string; sortingKey: string; storagePolicy: string },
): Statement {
  const typed = columns.map(({ name, type }) => `    ${quoteIdentifier(name)} ${type}`).join(',\n')
  const partition = keys.partitionKey === '' ? '' : `\nPARTITION BY ${keys.partitionKey}`
  const primary =
    keys.primaryKey === '' || keys.primaryKey === keys.sortingKey ? '' : `\nPRIMARY KEY (${keys.primaryKey})`
  const order = keys.sortingKey === '' ? 'tuple()' : `(${keys.sortingKey})`
  return {
    sql: `CREATE TABLE IF NOT EXISTS ${qualifiedName(at.database, at.table)}
(
${typed}
)
ENGINE = MergeTree${partition}${primary}
ORDER BY ${order}
SETTINGS storage_policy = ${quoteString(keys.storagePolicy)}, allow_nullable_key = 1`,
    params: {},
  }
}

/** Refused with TABLE_IS_NOT_EMPTY where others have inserted rows. */
export function dropEmptyTableStatement({ database, table }: TableRef): Statement {
  return { sql: `DROP TABLE IF EXISTS IF EMPTY ${qualifiedName(database, table)} SYNC`, params: {} }
}
