import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { dateTime, flag, float, int64, integer, uint64 } from '../query/scalars.ts'

/**
 * What this node did for finished statements, whichever node they were sent to, from query_log, by the initial
 * statement id. Bytes are those read from the store, compressed. Code 60: the node has no such log.
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

/**
 * How our statements ended, from query_log, by query_id, newest first. It explains; it does not prove: the log is
 * flushed every few seconds, a killed server loses the buffer, and Code 60 means that the node has none.
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

/**
 * Running statements by the query_id we sent, on this node (as initiator or as a part of a distributed one). read_bytes
 * and written_bytes stay 0 for a move: its bytes are in s3_written_bytes (WriteBufferFromS3Bytes) or, to a local disk,
 * file_written_bytes. No counter has the bytes written to Azure (26.7): where azure_writes is above 0, file_read_bytes
 * has what was read from a local disk to be sent there. A query_id without a row is not running.
 */
export const statementProgress = defineQuery({
  name: 'statement_progress',
  params: z.object({ query_ids: z.array(z.string()).min(1) }),
  row: z.object({
    query_id: z.string(),
    initial_query_id: z.string(),
    elapsed: float,
    is_cancelled: flag,
    read_rows: uint64,
    read_bytes: uint64,
    written_rows: uint64,
    written_bytes: uint64,
    memory_usage: int64,
    s3_written_bytes: uint64,
    s3_read_bytes: uint64,
    azure_writes: uint64,
    azure_read_bytes: uint64,
    file_written_bytes: uint64,
    file_read_bytes: uint64,
  }),
  sql: `
SELECT
    query_id, initial_query_id, elapsed, is_cancelled, read_rows, read_bytes, written_rows, written_bytes, memory_usage,
    ProfileEvents['WriteBufferFromS3Bytes'] AS s3_written_bytes,
    ProfileEvents['ReadBufferFromS3Bytes'] AS s3_read_bytes,
    ProfileEvents['AzureWriteRequestsCount'] AS azure_writes,
    ProfileEvents['ReadBufferFromAzureBytes'] AS azure_read_bytes,
    ProfileEvents['WriteBufferFromFileDescriptorWriteBytes'] AS file_written_bytes,
    ProfileEvents['ReadBufferFromFileDescriptorReadBytes'] AS file_read_bytes
FROM system.processes
WHERE has({query_ids: Array(String)}, initial_query_id)
ORDER BY query_id`,
})
export type StatementProgressRow = RowOf<typeof statementProgress>

/**
 * What a node knows of a statement, to prove that it never started there. `processes` and `logged` count its traces,
 * including parts of it on behalf of another node. The rest tells whether the log would show it: `witnessed` counts the
 * log's entries of a statement that ended just before, `logs_all` says that the log leaves nothing out, and
 * `up_since_table` that the node did not restart since the table was created (a killed node loses unwritten log
 * entries), by its own clock in whole seconds. Entries older than the table are not searched. Without the table there
 * is no row.
 */
export const statementTraces = defineQuery({
  name: 'statement_traces',
  params: z.object({
    query_id: z.string(),
    witness_id: z.string(),
    database: z.string(),
    table: z.string(),
  }),
  row: z.object({
    processes: uint64,
    logged: uint64,
    witnessed: uint64,
    logs_all: flag,
    up_since_table: flag,
  }),
  sql: `
WITH (
    SELECT metadata_modification_time FROM system.tables
    WHERE database = {database: String} AND name = {table: String}
) AS made
SELECT
    (SELECT count() FROM system.processes WHERE query_id = {query_id: String} OR initial_query_id = {query_id: String}) AS processes,
    (
        SELECT count() FROM system.query_log
        WHERE event_date >= toDate(made) AND (query_id = {query_id: String} OR initial_query_id = {query_id: String})
    ) AS logged,
    (
        SELECT count() FROM system.query_log
        WHERE event_date >= toDate(made) AND query_id = {witness_id: String}
    ) AS witnessed,
    getSetting('log_queries') AND getSetting('log_queries_probability') = 1
        AND toUInt64(getSetting('log_queries_min_query_duration_ms')) = 0 AS logs_all,
    uptime() > dateDiff('second', made, now()) AS up_since_table
FROM system.tables
WHERE database = {database: String} AND name = {table: String}`,
})
export type StatementTracesRow = RowOf<typeof statementTraces>

/** Number of queries running on a node, including parts of distributed ones, without the console's own reads. */
export const runningQueries = defineQuery({
  name: 'running_queries',
  params: z.object({}),
  row: z.object({ queries: integer }),
  sql: `
SELECT toUInt32(count()) AS queries
FROM system.processes
WHERE NOT startsWith(Settings['log_comment'], '_frostline/')`,
})
