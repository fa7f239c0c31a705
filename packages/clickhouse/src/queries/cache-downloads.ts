import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { uint64 } from '../query/scalars.ts'

/**
 * What queries asked of the caches of this node since a time, from filesystem_cache_log, in pieces of 4 MiB of an object:
 * segments begin there by default, and each download may cut them anew. `again_bytes` were downloaded by a query although
 * another one had downloaded the same piece before. Only queries with enable_filesystem_cache_log = 1 are in it. Code 60:
 * the node keeps no such log, or no query has written to it yet.
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
