import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { uint64 } from '../query/scalars.ts'

/**
 * What each query of a replay cost on this node, from query_log, by the id that its first node was sent; `server_ms` is 0 on
 * the others. For the counters see run_counters. Code 60: the node keeps no such log.
 */
export const replayCounters = defineQuery({
  name: 'replay_counters',
  params: z.object({ prefix: z.string().min(1), since: z.date() }),
  row: z.object({
    query_id: z.string(),
    server_ms: z.number(),
    read_rows: uint64,
    read_bytes: uint64,
    result_rows: uint64,
    store_bytes: uint64,
    missed_bytes: uint64,
    cache_bytes: uint64,
    store_requests: uint64,
    memory_bytes: uint64,
  }),
  maxExecutionSeconds: 60,
  sql: `
SELECT
    initial_query_id AS query_id,
    max(if(is_initial_query, (toUnixTimestamp64Micro(event_time_microseconds) - toUnixTimestamp64Micro(query_start_time_microseconds)) / 1000, 0)) AS server_ms,
    sum(if(is_initial_query, query_log.read_rows, 0)) AS read_rows,
    sum(if(is_initial_query, query_log.read_bytes, 0)) AS read_bytes,
    sum(if(is_initial_query, query_log.result_rows, 0)) AS result_rows,
    sum(ProfileEvents['ReadBufferFromS3Bytes'] + ProfileEvents['ReadBufferFromAzureBytes']) AS store_bytes,
    sum(ProfileEvents['CachedReadBufferReadFromSourceBytes']) AS missed_bytes,
    sum(ProfileEvents['CachedReadBufferReadFromCacheBytes']) AS cache_bytes,
    sum(ProfileEvents['S3GetObject'] + ProfileEvents['AzureGetObject']) AS store_requests,
    sum(memory_usage) AS memory_bytes
FROM system.query_log
WHERE event_date >= toDate({since: DateTime64(3)}) - 1
    AND event_time_microseconds >= {since: DateTime64(3)}
    AND type IN ('QueryFinish', 'ExceptionWhileProcessing')
    AND startsWith(initial_query_id, {prefix: String})
GROUP BY initial_query_id`,
})
export type ReplayCountersRow = RowOf<typeof replayCounters>
