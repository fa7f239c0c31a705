import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { dateTime, uint64 } from '../query/scalars.ts'

/**
 * Requests that wrote to the store, by disk and table, from blob_storage_log: uploads, and each request of multipart
 * ones. Deletions are free. The file's path contains the table's uuid, whoever wrote: queries, merges, moves. An empty
 * name: the table is gone, or it has no uuid. Code 60: the node has no such log.
 */
export const storeWrites = defineQuery({
  name: 'store_writes',
  params: z.object({ since: z.date() }),
  row: z.object({ disk_name: z.string(), database: z.string(), table: z.string(), writes: uint64 }),
  maxExecutionSeconds: 30,
  sql: `
SELECT disk_name, ifNull(known.database, '') AS database, ifNull(known.table, '') AS table, sum(requests) AS writes
FROM
(
    SELECT
        disk_name,
        extract(local_path, 'store/[0-9a-f]{3}/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/') AS table_uuid,
        count() AS requests
    FROM system.blob_storage_log
    WHERE event_date >= toDate({since: DateTime64(3)}) - 1
        AND event_time_microseconds >= {since: DateTime64(3)}
        AND event_type IN ('Upload', 'MultiPartUploadCreate', 'MultiPartUploadWrite', 'MultiPartUploadComplete')
        AND error = ''
    GROUP BY disk_name, table_uuid
) AS written
LEFT JOIN
(
    SELECT toString(uuid) AS known_uuid, database, name AS table
    FROM system.tables
    WHERE uuid != toUUID('00000000-0000-0000-0000-000000000000')
) AS known ON written.table_uuid = known.known_uuid
GROUP BY disk_name, database, table
ORDER BY disk_name, database, table`,
})
export type StoreWritesRow = RowOf<typeof storeWrites>

/**
 * Read requests of queries to disks, by the tables that they name, from query_log. Reads of `s3()` and the like are not
 * those of a disk. Reads of merges and TTL moves are in no query. Names as the log writes them.
 */
export const storeReads = defineQuery({
  name: 'store_reads',
  params: z.object({ since: z.date() }),
  row: z.object({ tables: z.array(z.string()), queries: uint64, reads: uint64, read_bytes: uint64 }),
  maxExecutionSeconds: 30,
  sql: `
SELECT
    arraySort(tables) AS tables,
    count() AS queries,
    sum(ProfileEvents['DiskS3GetObject'] + ProfileEvents['DiskS3HeadObject'] + ProfileEvents['DiskAzureGetObject']) AS reads,
    sum(ProfileEvents['ReadBufferFromS3Bytes'] + ProfileEvents['ReadBufferFromAzureBytes']) AS read_bytes
FROM system.query_log
WHERE event_date >= toDate({since: DateTime64(3)}) - 1
    AND event_time_microseconds >= {since: DateTime64(3)}
    AND type IN ('QueryFinish', 'ExceptionWhileProcessing')
    AND ProfileEvents['DiskS3GetObject'] + ProfileEvents['DiskS3HeadObject'] + ProfileEvents['DiskAzureGetObject'] > 0
GROUP BY tables
ORDER BY reads DESC
LIMIT 10000`,
})
export type StoreReadsRow = RowOf<typeof storeReads>

/**
 * All requests of disks to stores since the server started, from its counters. 26.7 counts those of an OPTIMIZE twice;
 * for inserts, moves and background merges they equal blob_storage_log. Bytes include those of `s3()`.
 */
export const storeEvents = defineQuery({
  name: 'store_events',
  params: z.object({}),
  row: z.object({ writes: uint64, reads: uint64, read_bytes: uint64, started_at: dateTime }),
  sql: `
SELECT
    (SELECT sum(value) FROM system.events WHERE event IN (
        'DiskS3PutObject', 'DiskS3CopyObject', 'DiskS3CreateMultipartUpload', 'DiskS3UploadPart', 'DiskS3UploadPartCopy',
        'DiskS3CompleteMultipartUpload', 'DiskS3ListObjects', 'DiskAzureUpload', 'DiskAzureStageBlock',
        'DiskAzureCommitBlockList', 'DiskAzureCopyObject', 'DiskAzureListObjects')) AS writes,
    (SELECT sum(value) FROM system.events WHERE event IN (
        'DiskS3GetObject', 'DiskS3HeadObject', 'DiskAzureGetObject', 'DiskAzureGetProperties')) AS reads,
    (SELECT sum(value) FROM system.events WHERE event IN (
        'ReadBufferFromS3Bytes', 'ReadBufferFromAzureBytes')) AS read_bytes,
    toDateTime64(now('UTC') - uptime(), 0, 'UTC') AS started_at`,
})
export type StoreEventsRow = RowOf<typeof storeEvents>

/** Failed requests to object storage, counted since the server's start, and the time of the last. */
export const storeErrors = defineQuery({
  name: 'store_errors',
  params: z.object({}),
  row: z.object({ errors: uint64, started_at: dateTime }),
  sql: `
SELECT
    (SELECT sum(value) FROM system.events WHERE event IN (
        'S3ReadRequestsErrors', 'S3WriteRequestsErrors', 'AzureReadRequestsErrors', 'AzureWriteRequestsErrors')) AS errors,
    toDateTime64(now('UTC') - uptime(), 0, 'UTC') AS started_at`,
})
export type StoreErrorsRow = RowOf<typeof storeErrors>
