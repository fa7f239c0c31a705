import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { integer, uint64 } from '../query/scalars.ts'
import type { S3Arguments } from '../s3/s3-arguments.ts'

/**
 * What a measured statement cost on this node, whichever node it was sent to, from query_log. `elapsed_ms` is that of
 * the receiving node, in microsecond precision; 0 on others. For the rest see cache_reads. Code 60: the node has no
 * such log.
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

/**
 * What each query of a replay cost on this node, from query_log, by its initial query id; `server_ms` is 0 on nodes
 * other than the initiator. For the counters see run_counters. Code 60: the node has no such log.
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

/**
 * What an insert cost on its node, from query_log: time in microsecond precision, bytes and requests to the store.
 * store_bytes is null for Azure: no counter has them (26.7), but the blob log. No row: not in the log. Code 60: the
 * node has no such log.
 */
export const insertCounters = defineQuery({
  name: 'insert_counters',
  params: z.object({ query_id: z.string(), since: z.date() }),
  row: z.object({ elapsed_ms: z.number(), store_bytes: uint64.nullable(), store_requests: uint64 }),
  sql: `
SELECT
    (toUnixTimestamp64Micro(event_time_microseconds) - toUnixTimestamp64Micro(query_start_time_microseconds)) / 1000 AS elapsed_ms,
    if(ProfileEvents['AzureWriteRequestsCount'] > 0, NULL, ProfileEvents['WriteBufferFromS3Bytes']) AS store_bytes,
    ProfileEvents['S3PutObject'] + ProfileEvents['S3CreateMultipartUpload'] + ProfileEvents['S3UploadPart']
        + ProfileEvents['S3CompleteMultipartUpload'] + ProfileEvents['AzureUpload'] + ProfileEvents['AzureStageBlock']
        + ProfileEvents['AzureCommitBlockList'] AS store_requests
FROM system.query_log
WHERE event_date >= toDate({since: DateTime64(3)}) - 1
    AND event_time_microseconds >= {since: DateTime64(3)}
    AND type = 'QueryFinish' AND query_id = {query_id: String}
LIMIT 1`,
})
export type InsertCountersRow = RowOf<typeof insertCounters>

/**
 * Bytes that a statement of this node uploaded to its store, from blob_storage_log. Code 60: the node has no such log.
 */
export const uploadedBytes = defineQuery({
  name: 'uploaded_bytes',
  params: z.object({ query_id: z.string(), since: z.date() }),
  row: z.object({ bytes: uint64 }),
  sql: `
SELECT sum(data_size) AS bytes
FROM system.blob_storage_log
WHERE event_date >= toDate({since: DateTime64(3)}) - 1
    AND event_time_microseconds >= {since: DateTime64(3)}
    AND query_id = {query_id: String}
    AND event_type IN ('Upload', 'MultiPartUploadWrite') AND error = ''`,
})

/** Parameters are those of s3Arguments, bound unchanged. */
const bound = z.record(z.string(), z.string())

/** Whether anything under the URL can be listed, or one object accessed; reads no data. The format must be `One`. */
export function probeS3({ sql }: S3Arguments) {
  return defineQuery({
    name: 'probe_s3',
    params: bound,
    row: z.object({ objects: uint64 }),
    sql: `SELECT count() AS objects FROM (SELECT _path FROM s3(${sql}) LIMIT 2)`,
  })
}

/** Columns as the engine infers them. */
export function describeS3({ sql }: S3Arguments) {
  return defineQuery({
    name: 'describe_s3',
    params: bound,
    row: z.object({ name: z.string(), type: z.string() }),
    sql: `DESCRIBE TABLE s3(${sql})`,
    maxExecutionSeconds: 15,
  })
}

/**
 * The first rows, each with its number and its values as JSON text: a name such as `__proto__` or `1` keeps its
 * position and value. With `path` (bucket/key) only those of this object.
 */
export function previewS3({ sql }: S3Arguments, limit: number, path: string | undefined) {
  const where = path === undefined ? '' : ' WHERE _path = {s3_path: String}'
  return defineQuery({
    name: 'preview_s3',
    params: bound,
    row: z.object({ row: z.string(), n: integer }),
    sql: `SELECT formatRowNoNewline('JSONCompactEachRow', *) AS row, 1 AS n FROM s3(${sql})${where} LIMIT ${limit}`,
    maxExecutionSeconds: 15,
  })
}
