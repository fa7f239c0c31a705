import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { dateOrNone, dateTime, dateTimeOrNone, flag, int64, integer, uint64 } from '../query/scalars.ts'
import { qualifiedName } from '../sql/qualified-name.ts'
import { quoteString } from '../sql/quote-string.ts'
import { filesOfPart } from './older-servers.ts'

/**
 * Active parts of some partitions, unpaged and lean: what a mover reads before and after, and the proof of a move
 * (name, rows, bytes_on_disk and hash_of_all_files are the same on both sides). An empty list means all partitions.
 */
export const observeParts = defineQuery({
  name: 'observe_parts',
  params: z.object({
    database: z.string(),
    table: z.string(),
    partition_ids: z.array(z.string()).default([]),
  }),
  row: z.object({
    name: z.string(),
    partition: z.string(),
    partition_id: z.string(),
    disk_name: z.string(),
    rows: uint64,
    bytes_on_disk: uint64,
    hash_of_all_files: z.string(),
    level: integer,
    min_block_number: int64,
    max_block_number: int64,
    /** Newest value of the partition key's Date or DateTime column; null where the key has none. */
    max_date: dateOrNone,
    max_time: dateTimeOrNone,
    modification_time: dateTime,
  }),
  sql: ({ partition_ids }) => `
SELECT
    name, partition, partition_id, disk_name, rows, bytes_on_disk, hash_of_all_files, level,
    min_block_number, max_block_number, max_date, max_time, modification_time
FROM system.parts
WHERE active AND database = {database: String} AND table = {table: String}${
    partition_ids.length > 0 ? '\n    AND has({partition_ids: Array(String)}, partition_id)' : ''
  }
ORDER BY partition_id, min_block_number, name`,
})
export type ObservedPartRow = RowOf<typeof observeParts>

/**
 * Deep check of one part: every file is read and compared with the part's own checksums (a missing object gives
 * is_passed false and Code 499 in the message). An inactive part is rejected with code 232. It reads through the disk's
 * filesystem cache and fills it, whatever the settings (26.7 ignores both enable_filesystem_cache and
 * read_from_filesystem_cache_if_exists_otherwise_bypass_cache); contentSums bypasses the cache. The part must be a
 * literal. Needs the CHECK grant.
 */
export const checkPart = defineQuery({
  name: 'check_part',
  maxExecutionSeconds: 86_400,
  params: z.object({ database: z.string(), table: z.string(), part: z.string() }),
  row: z.object({ part_path: z.string(), is_passed: flag, message: z.string() }),
  settings: { check_query_single_value_result: 0, max_threads: 2 },
  sql: ({ database, table, part }) =>
    `CHECK TABLE ${qualifiedName(database, table)} PART ${quoteString(part)}`,
})
export type CheckPartRow = RowOf<typeof checkPart>

/**
 * Rows and an order-independent checksum of some parts of a partition, one row per part that has rows. The sum of
 * checksums modulo 2^64 is that of the parts together. It reads all their columns, bypassing the filesystem cache (so
 * that the store itself is read, and nothing is cached), so it runs on request and is never polled.
 *
 * - tuple(*): the hash of bare columns is NULL where one of them is, and sum() skips such rows.
 * - Rows hidden by a lightweight DELETE count too, so that `rows` equals the rows of the parts; `final` would merge.
 * - MATERIALIZED columns are stored, so they count; ALIAS columns are not.
 * - Older servers keep reading after the client has disconnected; cancel_http_readonly_queries_on_client_close ends it.
 *
 * Equal before and after means unchanged data, except where the engine itself rewrites rows in merges.
 */
export const contentSums = defineQuery({
  name: 'content_sums',
  maxExecutionSeconds: 86_400,
  params: z.object({
    database: z.string(),
    table: z.string(),
    partition_id: z.string(),
    part_names: z.array(z.string()).min(1),
  }),
  row: z.object({ part: z.string(), rows: uint64, checksum: uint64 }),
  sql: ({ database, table }) => `
SELECT _part AS part, count() AS rows, sum(cityHash64(tuple(*))) AS checksum
FROM ${qualifiedName(database, table)}
WHERE _partition_id = {partition_id: String} AND _part IN {part_names: Array(String)}
GROUP BY part ORDER BY part
SETTINGS enable_filesystem_cache = 0, max_threads = 2, final = 0, apply_deleted_mask = 0,
    asterisk_include_materialized_columns = 1, asterisk_include_alias_columns = 0,
    cancel_http_readonly_queries_on_client_close = 1`,
})
export type ContentSumRow = RowOf<typeof contentSums>

/** What an insert has written, by the format of its parts. */
export const shapedParts = defineQuery({
  name: 'shaped_parts',
  params: z.object({ database: z.string(), table: z.string() }),
  row: z.object({ format: z.string(), parts: uint64, rows: uint64, bytes: uint64, files: uint64 }),
  sql: `
SELECT
    lower(toString(part_type)) AS format, count() AS parts, sum(system.parts.rows) AS rows,
    sum(bytes_on_disk) AS bytes, sum(${filesOfPart}) AS files
FROM system.parts
WHERE active AND database = {database: String} AND table = {table: String}
GROUP BY part_type
ORDER BY format`,
})
