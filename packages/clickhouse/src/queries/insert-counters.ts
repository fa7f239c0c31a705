import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { uint64 } from '../query/scalars.ts'

/**
 * What an insert cost on its node, from query_log: to the microsecond, with the bytes and requests that went to the store.
 * store_bytes is null for Azure: no counter has them (26.7), but the blob log. No row: the log has nothing of it. Code 60: the
 * node keeps no such log.
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

/** Bytes that a statement of this node sent to its store, from blob_storage_log. Code 60: the node keeps no such log. */
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
