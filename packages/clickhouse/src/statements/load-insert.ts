import type { S3Arguments } from '../s3/s3-arguments.ts'
import type { SqlParams } from '../sql/copyable-sql.ts'
import { qualifiedName } from '../sql/qualified-name.ts'
import { quoteIdentifier } from '../sql/quote-identifier.ts'
import { quoteString } from '../sql/quote-string.ts'
import { etagColumn, pathColumn } from './load-staging.ts'
import type { TableRef } from './move.ts'
import type { Statement } from './statement.ts'

export interface LoadInsert {
  into: TableRef
  columns: readonly string[]
  /** For each column, over the columns that are read. User SQL. */
  expressions: readonly string[]
  /** Null: the node reads alone. Otherwise all nodes of this cluster do. */
  cluster: string | null
  source: S3Arguments
  /** `bucket/key` of the objects. The URL may match more; only these are read. */
  paths: readonly string[]
  /**
   * Also filters each row by path, for servers that ignore the hint: they would read all that the URL matches. It costs
   * one twentieth of a load. s3Cluster always needs it: it distributes all objects, whatever the hint (26.7).
   */
  filtersRows: boolean
  /** In the text, so that it does the same wherever it is run. */
  settings: LoadSettings
}

export type LoadSettings = Readonly<Record<string, string | number>>

/** A statement and its parameters without secrets, for display. */
export interface LoadInsertStatement extends Statement {
  shown: SqlParams
}

/**
 * The condition on _path skips objects before anything but their listing is requested (26.7), also as a hint, and it
 * takes every key literally. Columns are mapped by position: an alias would hide a column of the same name from the
 * other expressions. An expression may end with a comment, hence the line break.
 */
export function loadInsertStatement(insert: LoadInsert): LoadInsertStatement {
  const { into, columns, expressions, cluster, source, paths, filtersRows, settings } = insert
  const chosen = '_path IN ({paths: Array(String)})'
  const filled = [...columns, pathColumn, etagColumn].map(quoteIdentifier).join(', ')
  const values = [...expressions.map((expression) => `(${expression}\n)`), '_path', '_etag'].join(', ')
  const from = cluster === null ? `s3(${source.sql})` : `s3Cluster(${quoteString(cluster)}, ${source.sql})`
  return {
    sql: `INSERT INTO ${qualifiedName(into.database, into.table)} (${filled})
SETTINGS ${Object.entries(settings).map(writeSetting).join(', ')}
SELECT ${values}
FROM ${from}
WHERE ${filtersRows || cluster !== null ? chosen : `indexHint(${chosen})`}`,
    params: { ...source.params, paths },
    shown: { ...source.shown, paths },
  }
}

function writeSetting([name, value]: [string, string | number]): string {
  return `${name} = ${typeof value === 'number' ? value : quoteString(value)}`
}

export interface LoadTuningSettings {
  maxThreads?: number | undefined
  maxInsertThreads?: number | undefined
  minInsertBlockRows?: number | undefined
  minInsertBlockBytes?: string | undefined
  maxMemoryBytes?: string | undefined
  parallelParsing?: boolean | undefined
}

/**
 * - A load must not deduplicate two objects of the same content, nor collapse rows: what was read is compared with what
 *   is staged.
 * - The server repeats a failed request 500 times by default, which a kill cannot end quickly; the load itself retries
 *   with pauses.
 * - Rows reach their table through views. Without parallel_view_processing a node would read, sort and write all of
 *   them in one thread, whatever the other settings say (26.7).
 */
export function loadInsertSettings(
  tuning: LoadTuningSettings,
  through: 'node' | 'cluster' | 'reshard',
): LoadSettings {
  const { maxThreads, maxInsertThreads, minInsertBlockRows, minInsertBlockBytes, maxMemoryBytes } = tuning
  return {
    insert_deduplicate: 0,
    optimize_on_insert: 0,
    input_format_allow_errors_num: '0',
    input_format_allow_errors_ratio: 0,
    s3_retry_attempts: '5',
    parallel_view_processing: 1,
    parallel_distributed_insert_select: through === 'reshard' ? '0' : '2',
    ...(through === 'reshard' ? { distributed_foreground_insert: 1 } : {}),
    ...(maxThreads === undefined ? {} : { max_threads: maxThreads }),
    ...(maxInsertThreads === undefined ? {} : { max_insert_threads: String(maxInsertThreads) }),
    ...(minInsertBlockRows === undefined ? {} : { min_insert_block_size_rows: String(minInsertBlockRows) }),
    ...(minInsertBlockBytes === undefined ? {} : { min_insert_block_size_bytes: minInsertBlockBytes }),
    ...(maxMemoryBytes === undefined ? {} : { max_memory_usage: maxMemoryBytes }),
    ...(tuning.parallelParsing === undefined
      ? {}
      : { input_format_parallel_parsing: tuning.parallelParsing ? 1 : 0 }),
  }
}
