import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { uint64 } from '../query/scalars.ts'

/**
 * What this node did for statements that have ended, whichever node was sent them, from query_log, by the id of the
 * statement that was sent. Bytes are those that came from the store, as they are packed there. Code 60: the node keeps
 * no such log.
 */
export const statementCosts = defineQuery({
  name: 'statement_costs',
  params: z.object({ query_ids: z.array(z.string()).min(1), since: z.date() }),
  row: z.object({
    initial_query_id: z.string(),
    statements: uint64,
    read_rows: uint64,
    s3_bytes: uint64,
    s3_requests: uint64,
    s3_errors: uint64,
    cpu_us: uint64,
    peak_memory_bytes: uint64,
    duration_ms: uint64,
  }),
  sql: `
SELECT
    initial_query_id,
    count() AS statements,
    sum(read_rows) AS read_rows,
    sum(ProfileEvents['ReadBufferFromS3Bytes']) AS s3_bytes,
    sum(ProfileEvents['S3GetObject'] + ProfileEvents['S3HeadObject'] + ProfileEvents['S3ListObjects']) AS s3_requests,
    sum(ProfileEvents['S3ReadRequestsErrors']) AS s3_errors,
    sum(ProfileEvents['OSCPUVirtualTimeMicroseconds']) AS cpu_us,
    max(memory_usage) AS peak_memory_bytes,
    max(query_duration_ms) AS duration_ms
FROM system.query_log
WHERE event_date >= toDate({since: DateTime64(3)}) - 1
    AND event_time_microseconds >= {since: DateTime64(3)}
    AND type = 'QueryFinish'
    AND has({query_ids: Array(String)}, initial_query_id)
GROUP BY initial_query_id`,
})
export type StatementCostRow = RowOf<typeof statementCosts>
