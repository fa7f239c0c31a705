import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { float, integer, uint64 } from '../query/scalars.ts'

/**
 * How busy a node is with the work of others: SELECTs that ended in the last seconds (query_log; it is flushed every
 * few seconds), those that have run for longer than `slow_ms` by now, merge threads, and requests to the object store
 * since the server started. The program's own local session (interface 6) is nobody's query. Our own reads carry a log_comment that begins with `_frostline/` and do not count.
 */
export const sampleLoad = defineQuery({
  name: 'sample_load',
  params: z.object({ window_seconds: z.number().int().min(1), slow_ms: z.number().min(0) }),
  row: z.object({
    /** null when there was none. */
    foreground_p95_ms: float,
    foreground_queries: integer,
    merge_pool_busy: integer,
    merge_pool_size: integer,
    store_requests: uint64,
    store_errors: uint64,
  }),
  sql: `
WITH
    foreground AS (
        SELECT toFloat64(query_duration_ms) AS ms
        FROM system.query_log
        WHERE event_date >= toDate(now() - {window_seconds: UInt32}) AND event_time > now() - {window_seconds: UInt32}
            AND type IN ('QueryFinish', 'ExceptionWhileProcessing') AND query_kind = 'Select' AND is_initial_query
            AND NOT startsWith(log_comment, '_frostline/')
        UNION ALL
        SELECT elapsed * 1000 AS ms
        FROM system.processes
        WHERE query_kind = 'Select' AND is_initial_query AND elapsed * 1000 > {slow_ms: Float64}
            AND interface != 6
            AND NOT startsWith(Settings['log_comment'], '_frostline/')
    ),
    metrics AS (
        SELECT mapFromArrays(groupArray(metric), groupArray(value)) AS by_name
        FROM system.metrics
        WHERE metric IN ('BackgroundMergesAndMutationsPoolTask', 'BackgroundMergesAndMutationsPoolSize')
    ),
    events AS (
        SELECT mapFromArrays(groupArray(event), groupArray(value)) AS by_name
        FROM system.events
        WHERE event IN ('S3ReadRequestsCount', 'S3WriteRequestsCount', 'S3ReadRequestsErrors', 'S3WriteRequestsErrors')
    )
SELECT
    (SELECT quantileOrNull(0.95)(ms) FROM foreground) AS foreground_p95_ms,
    (SELECT toUInt32(count()) FROM foreground) AS foreground_queries,
    toUInt32((SELECT by_name FROM metrics)['BackgroundMergesAndMutationsPoolTask']) AS merge_pool_busy,
    toUInt32((SELECT by_name FROM metrics)['BackgroundMergesAndMutationsPoolSize']) AS merge_pool_size,
    (SELECT by_name['S3ReadRequestsCount'] + by_name['S3WriteRequestsCount'] FROM events) AS store_requests,
    (SELECT by_name['S3ReadRequestsErrors'] + by_name['S3WriteRequestsErrors'] FROM events) AS store_errors`,
})
export type LoadSampleRow = RowOf<typeof sampleLoad>
