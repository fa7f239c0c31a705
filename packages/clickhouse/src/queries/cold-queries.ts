import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { dateTime, flag, uint64 } from '../query/scalars.ts'

/**
 * Queries of this node by bytes read from object storage, from query_log, grouped without their literals. A query over
 * a Distributed table is in the log of every node that ran a part of it, each with its own share. Code 60: the node has
 * no such log.
 */
export const coldQueries = defineQuery({
  name: 'cold_queries',
  params: z.object({ since: z.date(), limit: z.number().int().min(1).max(1_000) }),
  row: z.object({
    hash: uint64,
    is_initial: flag,
    normalized: z.string(),
    latest: z.string(),
    latest_at: dateTime,
    users: z.array(z.string()),
    runs: uint64,
    failed: uint64,
    store_bytes: uint64,
    cache_bytes: uint64,
    missed_bytes: uint64,
    store_requests: uint64,
    duration_ms: uint64,
  }),
  maxExecutionSeconds: 30,
  sql: `
SELECT
    normalized_query_hash AS hash,
    is_initial_query AS is_initial,
    substring(normalizeQuery(latest), 1, 4000) AS normalized,
    substring(argMax(query, event_time_microseconds), 1, 8000) AS latest,
    max(event_time_microseconds) AS latest_at,
    arraySort(groupUniqArray(5)(user)) AS users,
    count() AS runs,
    countIf(type = 'ExceptionWhileProcessing') AS failed,
    sum(ProfileEvents['ReadBufferFromS3Bytes'] + ProfileEvents['ReadBufferFromAzureBytes']) AS store_bytes,
    sum(ProfileEvents['CachedReadBufferReadFromCacheBytes']) AS cache_bytes,
    sum(ProfileEvents['CachedReadBufferReadFromSourceBytes']) AS missed_bytes,
    sum(ProfileEvents['S3GetObject'] + ProfileEvents['AzureGetObject']) AS store_requests,
    sum(query_duration_ms) AS duration_ms
FROM system.query_log
WHERE event_date >= toDate({since: DateTime64(3)}) - 1
    AND event_time_microseconds >= {since: DateTime64(3)}
    AND type IN ('QueryFinish', 'ExceptionWhileProcessing')
GROUP BY normalized_query_hash, is_initial_query
HAVING store_bytes > 0
ORDER BY store_bytes DESC, hash
LIMIT {limit: UInt32}`,
})
export type ColdQueryRow = RowOf<typeof coldQueries>
