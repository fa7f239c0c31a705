import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { uint64 } from '../query/scalars.ts'

/**
 * What a measured statement cost on this node, whichever node it was sent to, from query_log. `elapsed_ms` is that of the node
 * it was sent to, to the microsecond; 0 on others. For the rest see cache_reads. Code 60: the node keeps no such log.
 */
export const runCounters = defineQuery({
  name: 'run_counters',
  params: z.object({ query_ids: z.array(z.string()).min(1), since: z.date() }),
  row: z.object({
    elapsed_ms: z.number(),
    read_rows: uint64,
    read_bytes: uint64,
    result_rows: uint64,
    store_bytes: uint64,
    missed_bytes: uint64,
    cache_bytes: uint64,
    store_requests: uint64,
    memory_bytes: uint64,
    cpu_ms: z.number(),
  }),
  sql: `
SELECT
    max(if(is_initial_query, (toUnixTimestamp64Micro(event_time_microseconds) - toUnixTimestamp64Micro(query_start_time_microseconds)) / 1000, 0)) AS elapsed_ms,
    sum(query_log.read_rows) AS read_rows,
    sum(query_log.read_bytes) AS read_bytes,
    sum(if(is_initial_query, query_log.result_rows, 0)) AS result_rows,
    sum(ProfileEvents['ReadBufferFromS3Bytes'] + ProfileEvents['ReadBufferFromAzureBytes']) AS store_bytes,
    sum(ProfileEvents['CachedReadBufferReadFromSourceBytes']) AS missed_bytes,
    sum(ProfileEvents['CachedReadBufferReadFromCacheBytes']) AS cache_bytes,
    sum(ProfileEvents['S3GetObject'] + ProfileEvents['AzureGetObject']) AS store_requests,
    sum(memory_usage) AS memory_bytes,
    sum(ProfileEvents['OSCPUVirtualTimeMicroseconds']) / 1000 AS cpu_ms
FROM system.query_log
WHERE event_date >= toDate({since: DateTime64(3)}) - 1
    AND event_time_microseconds >= {since: DateTime64(3)}
    AND type IN ('QueryFinish', 'ExceptionWhileProcessing')
    AND has({query_ids: Array(String)}, initial_query_id)
HAVING count() > 0`,
})
export type RunCountersRow = RowOf<typeof runCounters>
