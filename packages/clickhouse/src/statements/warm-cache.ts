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
  /** SQL of a person. A comment in it ends with its line. */
  where: string | null
}

/**
 * Reads the columns of a partition and answers one number. ignore() has its arguments read and unpacked and is not folded
 * away: the least work that touches every granule, of wide and compact parts alike.
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
 * - A read: nothing can be changed by SQL of a person.
 * - Whatever would answer without the files is off: projections, conditions and blocks remembered from other queries.
 * - What is begun is not finished in the background: that is not paced, and counts for no query (26.7).
 * - Limits of a profile are for people who wait; a large partition at a slow pace takes hours.
 * - Where queries have priorities, every one of 1 to 9 goes first.
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
 * A SELECT of a person, run for its cost: rows are thrown away on the server. FORMAT stands on a line of its own, after a
 * comment at the end.
 */
export function measuredStatement(query: string): Statement {
  return { sql: `${query}\nFORMAT Null`, params: {} }
}

/**
 * A run that is to be compared must read its data, and must not read it from memory. The first one takes from the cache what
 * is there and puts nothing into it, so that it tells how cold the cache was and leaves it so.
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
 * Forgets what a cache of this node holds, or what it holds of one file: without an offset all segments of a key go with
 * one statement. Segments that a query is reading stay. No data is lost. The server takes no parameter in either place.
 * @param key as system.filesystem_cache shows it: 32 hexadecimal digits.
 */
export function dropCacheStatement(cache: string, key?: string): Statement {
  if (key !== undefined && !/^[0-9a-f]{32}$/.test(key)) throw new Error(`${key} is no key of a cache.`)
  return {
    sql: `SYSTEM DROP FILESYSTEM CACHE ${quoteString(cache)}${key === undefined ? '' : ` KEY ${key}`}`,
    params: {},
  }
}
