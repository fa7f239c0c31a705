import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { uint64 } from '../query/scalars.ts'

/**
 * What statements read on this node, whichever node they were sent to, from query_log, by the id that was sent; killed ones
 * too. `store_bytes` came from object storage, through a cache or not; `missed_bytes` were asked of a cache that did not
 * have them. A cache is asked twice for some bytes of a first read (26.7), so `cache_bytes` of it tell nothing about before.
 * Code 60: the node keeps no such log.
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
