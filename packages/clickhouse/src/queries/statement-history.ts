import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { dateTime, integer, uint64 } from '../query/scalars.ts'

/**
 * How statements of ours ended, from query_log, by query_id, newest first. It explains; it does not prove: the log
 * is flushed every few seconds, a killed server loses the buffer, and Code 60 means that the node keeps none.
 */
export const statementHistory = defineQuery({
  name: 'statement_history',
  params: z.object({ query_ids: z.array(z.string()).min(1), since: z.date() }),
  row: z.object({
    query_id: z.string(),
    type: z.enum(['QueryStart', 'QueryFinish', 'ExceptionBeforeStart', 'ExceptionWhileProcessing']),
    event_time: dateTime,
    query_duration_ms: uint64,
    exception_code: integer,
    exception: z.string(),
    read_rows: uint64,
    written_rows: uint64,
    s3_written_bytes: uint64,
  }),
  sql: `
SELECT
    query_id, type, event_time_microseconds AS event_time, query_duration_ms, exception_code,
    substring(exception, 1, 2000) AS exception, read_rows, written_rows,
    ProfileEvents['WriteBufferFromS3Bytes'] AS s3_written_bytes
FROM system.query_log
WHERE event_date >= toDate({since: DateTime64(3)}) - 1
    AND event_time_microseconds >= {since: DateTime64(3)}
    AND has({query_ids: Array(String)}, query_id)
ORDER BY event_time_microseconds DESC`,
})
export type StatementHistoryRow = RowOf<typeof statementHistory>
