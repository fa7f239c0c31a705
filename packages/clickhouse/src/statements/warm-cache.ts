import type { ClickHouseSettings } from '@clickhouse/client'
import { qualifiedName } from '../sql/qualified-name.ts'
import { quoteIdentifier } from '../sql/quote-identifier.ts'
import { quoteString } from '../sql/quote-string.ts'
import type { Statement } from './statement.ts'

export interface WarmRead {
  database: string
  table: string
  partitionId: string
  columns: readonly string[]
  /** User SQL. A comment in it ends with its line. */
  where: string | null
}

/**
 * Reads the columns of a partition and returns one number. ignore() reads and decompresses its arguments and is not
 * folded away: the least work that touches every granule, of wide and compact parts alike.
 */
export function warmCacheStatement({ database, table, partitionId, columns, where }: WarmRead): Statement {
  return {
    sql: `SELECT sum(ignore(${columns.map(quoteIdentifier).join(', ')}))
FROM ${qualifiedName(database, table)}
WHERE _partition_id = {partition_id: String}${where === null ? '' : ` AND (\n${where}\n)`}`,
    params: { partition_id: partitionId },
  }
}

/**
 * - A read: user SQL cannot change anything.
 * - Everything that would answer without the files is off: projections, cached conditions and blocks of other queries.
 * - Started downloads do not continue in the background: that is not throttled, and counts for no query (26.7).
 * - Limits of a profile are for people who wait; a large partition at a slow pace takes hours.
 * - Where queries have priorities, every one of 1 to 9 takes precedence.
 */
export const warmCacheSettings: ClickHouseSettings = {
  readonly: '2',
  priority: '10',
  enable_filesystem_cache: 1,
  read_from_filesystem_cache_if_exists_otherwise_bypass_cache: 0,
  filesystem_cache_allow_background_download: 0,
  use_uncompressed_cache: 0,
  use_query_cache: 0,
  use_query_condition_cache: 0,
  optimize_use_projections: 0,
  optimize_use_implicit_projections: 0,
  allow_experimental_parallel_reading_from_replicas: '0',
  max_execution_time: 0,
  max_rows_to_read: '0',
  max_bytes_to_read: '0',
  s3_retry_attempts: '5',
}

/** @param bytesPerSecond from the store. Null: no limit. */
export function warmPaceSettings(threads: number, bytesPerSecond: bigint | null): ClickHouseSettings {
  return { max_threads: threads, max_remote_read_network_bandwidth: String(bytesPerSecond ?? 0n) }
}

/**
 * A user's SELECT, run for its cost: rows are discarded on the server. FORMAT is on a line of its own, after a possible
 * trailing comment.
 */
export function measuredStatement(query: string): Statement {
  return { sql: `${query}\nFORMAT Null`, params: {} }
}

/**
 * Measured runs must read their data, and not from memory. The first one reads from the cache but does not fill it, so
 * that it shows how cold the cache was and leaves it that way.
 */
export function measuredSettings(moment: 'before' | 'after'): ClickHouseSettings {
  return {
    readonly: '2',
    enable_filesystem_cache: 1,
    read_from_filesystem_cache_if_exists_otherwise_bypass_cache: moment === 'before' ? 1 : 0,
    use_query_cache: 0,
    use_query_condition_cache: 0,
    use_uncompressed_cache: 0,
    max_execution_time: 600,
  }
}

/**
 * Drops a cache of this node, or one file of it: without an offset all segments of a key are dropped with one
 * statement. Segments that a query is reading stay. No data is lost. The server accepts no parameter in either place.
 * @param key as in system.filesystem_cache: 32 hexadecimal digits.
 */
export function dropCacheStatement(cache: string, key?: string): Statement {
  if (key !== undefined && !/^[0-9a-f]{32}$/.test(key)) throw new Error(`${key} is no key of a cache.`)
  return {
    sql: `SYSTEM DROP FILESYSTEM CACHE ${quoteString(cache)}${key === undefined ? '' : ` KEY ${key}`}`,
    params: {},
  }
}
