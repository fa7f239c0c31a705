import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { dateTime, flag, float, int64, uint64 } from '../query/scalars.ts'

/**
 * Statements that run on a node now, the oldest first, without this one and without those that no user has sent. A
 * query over a Distributed table has a row on every node that runs a part of it. `listed_of`, `all_store_bytes` and
 * `all_read_bytes` cover the rows beyond the limit too. The server hides secrets in the text. `fingerprint` is that of
 * the whole text: with the start it tells a statement from a later one with the same query id.
 */
export const liveStatements = defineQuery({
  name: 'live_statements',
  params: z.object({
    /** Empty: all. */
    query_id: z.string().default(''),
    text_chars: z.number().int().min(1).max(1_000_000).default(500),
    limit: z.number().int().min(1).max(1_000).default(200),
  }),
  row: z.object({
    query_id: z.string(),
    initial_query_id: z.string(),
    is_initial_query: flag,
    user: z.string(),
    by_console: flag,
    started_at: dateTime,
    elapsed: float,
    is_cancelled: flag,
    query_kind: z.string(),
    database: z.string(),
    text: z.string(),
    text_length: uint64,
    fingerprint: z.string(),
    read_rows: uint64,
    read_bytes: uint64,
    total_rows: uint64,
    written_rows: uint64,
    written_bytes: uint64,
    memory_bytes: int64,
    store_bytes: uint64,
    store_written_bytes: uint64,
    store_requests: uint64,
    cache_bytes: uint64,
    missed_bytes: uint64,
    log_comment: z.string(),
    read_only: flag,
    listed_of: uint64,
    all_store_bytes: uint64,
    all_read_bytes: uint64,
  }),
  sql: `
SELECT
    query_id,
    initial_query_id,
    is_initial_query,
    initial_user AS user,
    initial_user = currentUser() AS by_console,
    now64(3, 'UTC') - toIntervalMillisecond(toInt64(elapsed * 1000)) AS started_at,
    elapsed,
    is_cancelled,
    query_kind,
    current_database AS database,
    substringUTF8(query, 1, {text_chars: UInt32}) AS text,
    lengthUTF8(query) AS text_length,
    hex(cityHash64(query)) AS fingerprint,
    processes.read_rows AS read_rows,
    processes.read_bytes AS read_bytes,
    total_rows_approx AS total_rows,
    written_rows,
    written_bytes,
    memory_usage AS memory_bytes,
    ProfileEvents['ReadBufferFromS3Bytes'] + ProfileEvents['ReadBufferFromAzureBytes'] AS store_bytes,
    ProfileEvents['WriteBufferFromS3Bytes'] AS store_written_bytes,
    ProfileEvents['S3GetObject'] + ProfileEvents['AzureGetObject'] AS store_requests,
    ProfileEvents['CachedReadBufferReadFromCacheBytes'] AS cache_bytes,
    ProfileEvents['CachedReadBufferReadFromSourceBytes'] AS missed_bytes,
    Settings['log_comment'] AS log_comment,
    Settings['readonly'] IN ('1', '2') AS read_only,
    count() OVER () AS listed_of,
    sum(store_bytes) OVER () AS all_store_bytes,
    sum(processes.read_bytes) OVER () AS all_read_bytes
FROM system.processes AS processes
WHERE query_id != queryID() AND initial_query_id != queryID() AND initial_user != ''
    AND ({query_id: String} = '' OR query_id = {query_id: String})
ORDER BY elapsed DESC, query_id
LIMIT {limit: UInt32}`,
})
export type LiveStatementRow = RowOf<typeof liveStatements>
