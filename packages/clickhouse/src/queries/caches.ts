import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { flag, float, uint64 } from '../query/scalars.ts'
import { cachedFiles } from './cached-files.ts'

/**
 * Filesystem caches with their usage in bytes and segments. Seen on 26.7; columns missing in older versions get
 * defaults, and current_size null means that the version does not show it (DESCRIBE FILESYSTEM CACHE does there).
 */
export const listFilesystemCaches = defineQuery({
  name: 'list_filesystem_caches',
  params: z.object({}),
  row: z.object({
    cache_name: z.string(),
    path: z.string(),
    max_size: uint64,
    max_elements: uint64,
    max_file_segment_size: uint64,
    boundary_alignment: uint64,
    cache_on_write_operations: flag,
    cache_policy: z.string().default(''),
    slru_size_ratio: float.default(null),
    cache_hits_threshold: uint64.default(0n),
    background_download_threads: uint64.default(0n),
    enable_bypass_cache_with_threshold: flag.default(false),
    bypass_cache_threshold: uint64.default(0n),
    is_initialized: flag.default(true),
    current_size: uint64.nullable().default(null),
    current_elements_num: uint64.nullable().default(null),
  }),
  sql: `
SELECT COLUMNS('^(cache_name|path|max_size|max_elements|max_file_segment_size|boundary_alignment|cache_on_write_operations|cache_policy|slru_size_ratio|cache_hits_threshold|background_download_threads|enable_bypass_cache_with_threshold|bypass_cache_threshold|is_initialized|current_size|current_elements_num)$')
FROM system.filesystem_cache_settings
ORDER BY cache_name`,
})
export type FilesystemCacheRow = RowOf<typeof listFilesystemCaches>

/** Every column of system.filesystem_cache_settings, since they differ between versions. One row per cache. */
export const listCacheSettings = defineQuery({
  name: 'list_cache_settings',
  params: z.object({}),
  row: z.looseObject({ cache_name: z.string() }),
  sql: 'SELECT * FROM system.filesystem_cache_settings ORDER BY cache_name',
})

const totals = z.object({ cache: z.string(), bytes: uint64, segments: uint64, files: uint64 })

/** Contents of each cache of this node. A file is an object of the store. */
export const cacheTotals = defineQuery({
  name: 'cache_totals',
  params: z.object({}),
  row: totals,
  sql: `
SELECT cache_name AS cache, sum(downloaded_size) AS bytes, count() AS segments, uniqExact(key) AS files
FROM system.filesystem_cache
GROUP BY cache_name
ORDER BY cache_name`,
})
export type CacheTotalsRow = RowOf<typeof cacheTotals>

const ofTable = z.object({ disks: z.array(z.string()), database: z.string(), table: z.string() })
const fromTable = `
FROM named
WHERE pieces > 0 AND database = {database: String} AND table = {table: String}`

/** The same for one table. Reads the metadata of every file on the disks, like cache_residency. */
export const tableCacheTotals = defineQuery({
  name: 'table_cache_totals',
  params: ofTable,
  row: totals,
  maxExecutionSeconds: 60,
  sql: `
WITH
    ${cachedFiles.trim()}
SELECT cache, sum(bytes) AS bytes, sum(pieces) AS segments, count() AS files${fromTable}
GROUP BY cache
ORDER BY cache`,
})

/** The keys of one table in one cache, one per cached file. */
export const tableCacheKeys = defineQuery({
  name: 'table_cache_keys',
  params: ofTable.extend({ cache: z.string() }),
  row: z.object({ key: z.string() }),
  maxExecutionSeconds: 60,
  sql: `
WITH
    ${cachedFiles.trim()}
SELECT cached_key AS key${fromTable} AND cache = {cache: String}
ORDER BY key`,
})

/**
 * What statements read on this node, whichever node they were sent to, from query_log, by their initial id, including
 * killed ones. `store_bytes` came from object storage, with or without a cache; `missed_bytes` were cache misses. A
 * first read requests some bytes from the cache twice (26.7), so its `cache_bytes` do not show what was cached before.
 * Code 60: the node has no such log.
 */
export const cacheReads = defineQuery({
  name: 'cache_reads',
  params: z.object({ query_ids: z.array(z.string()).min(1), since: z.date() }),
  row: z.object({
    initial_query_id: z.string(),
    store_bytes: uint64,
    missed_bytes: uint64,
    cache_bytes: uint64,
    store_requests: uint64,
    read_rows: uint64,
    duration_ms: uint64,
  }),
  sql: `
SELECT
    initial_query_id,
    sum(ProfileEvents['ReadBufferFromS3Bytes'] + ProfileEvents['ReadBufferFromAzureBytes']) AS store_bytes,
    sum(ProfileEvents['CachedReadBufferReadFromSourceBytes']) AS missed_bytes,
    sum(ProfileEvents['CachedReadBufferReadFromCacheBytes']) AS cache_bytes,
    sum(ProfileEvents['S3GetObject'] + ProfileEvents['AzureGetObject']) AS store_requests,
    sum(query_log.read_rows) AS read_rows,
    max(query_duration_ms) AS duration_ms
FROM system.query_log
WHERE event_date >= toDate({since: DateTime64(3)}) - 1
    AND event_time_microseconds >= {since: DateTime64(3)}
    AND type IN ('QueryFinish', 'ExceptionWhileProcessing')
    AND has({query_ids: Array(String)}, initial_query_id)
GROUP BY initial_query_id`,
})
export type CacheReadsRow = RowOf<typeof cacheReads>

/**
 * What queries requested from this node's caches since a time, from filesystem_cache_log, in pieces of 4 MiB of an
 * object: segments start there by default, and each download may split them differently. `again_bytes` were downloaded
 * by a query although another one had downloaded the same piece before. Only for queries with
 * enable_filesystem_cache_log = 1. Code 60: the node has no such log, or no query has written to it yet.
 */
export const cacheDownloads = defineQuery({
  name: 'cache_downloads',
  params: z.object({ since: z.date() }),
  row: z.object({
    queries: uint64,
    working_set_bytes: uint64,
    downloaded_bytes: uint64,
    again_bytes: uint64,
    again_pieces: uint64,
  }),
  maxExecutionSeconds: 30,
  sql: `
SELECT
    (SELECT uniq(query_id) FROM system.filesystem_cache_log
     WHERE event_date >= toDate({since: DateTime64(3)}) - 1 AND event_time >= {since: DateTime64(3)}) AS queries,
    sum(piece_bytes) AS working_set_bytes,
    sum(piece_bytes * downloads) AS downloaded_bytes,
    sum(piece_bytes * greatest(downloads, 1) - piece_bytes) AS again_bytes,
    countIf(downloads > 1) AS again_pieces
FROM
(
    SELECT
        max(tupleElement(file_segment_range, 2)) - min(tupleElement(file_segment_range, 1)) + 1 AS piece_bytes,
        uniqExactIf(query_id, read_type = 'READ_FROM_FS_AND_DOWNLOADED_TO_CACHE') AS downloads
    FROM system.filesystem_cache_log
    WHERE event_date >= toDate({since: DateTime64(3)}) - 1 AND event_time >= {since: DateTime64(3)}
        AND read_type != 'READ_FROM_FS_BYPASSING_CACHE'
    GROUP BY source_file_path, intDiv(tupleElement(file_segment_range, 1), 4194304)
)`,
})
export type CacheDownloadsRow = RowOf<typeof cacheDownloads>
