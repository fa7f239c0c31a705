import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { uint64 } from '../query/scalars.ts'

/**
 * How many of the objects that a table wrote to the store the server has not deleted again, from blob_storage_log: its
 * metadata forgets an object before it is deleted. Code 60: the node has no such log.
 */
export const leftObjects = defineQuery({
  name: 'left_objects',
  params: z.object({ uuids: z.array(z.string()).min(1), since: z.date() }),
  row: z.object({ written: uint64, left: uint64, example: z.string() }),
  maxExecutionSeconds: 60,
  sql: `
SELECT count() AS written, countIf(deleted = 0) AS left, anyIf(remote_path, deleted = 0) AS example
FROM
(
    SELECT
        bucket,
        remote_path,
        countIf(event_type IN ('Upload', 'MultiPartUploadComplete') AND error = '') AS uploaded,
        countIf(event_type = 'Delete' AND error = '') AS deleted,
        countIf(arrayExists(uuid -> position(local_path, uuid) > 0, {uuids: Array(String)})) AS own
    FROM system.blob_storage_log
    WHERE event_date >= toDate({since: DateTime64(3)}) - 1 AND event_time_microseconds >= {since: DateTime64(3)}
    GROUP BY bucket, remote_path
    HAVING uploaded > 0 AND own > 0
)`,
})
export type LeftObjectsRow = RowOf<typeof leftObjects>

/** The same from the metadata of the node's disks, for servers without that log. Reads every file's metadata. */
export const leftPaths = defineQuery({
  name: 'left_paths',
  params: z.object({ uuids: z.array(z.string()).min(1) }),
  row: z.object({ left: uint64, example: z.string() }),
  maxExecutionSeconds: 120,
  sql: `
SELECT uniqExact(remote_path) AS left, any(local_path) AS example
FROM system.remote_data_paths
WHERE arrayExists(uuid -> position(local_path, uuid) > 0, {uuids: Array(String)})`,
})

/** Dropped tables whose data has yet to be deleted. */
export const droppedTables = defineQuery({
  name: 'dropped_tables',
  params: z.object({ uuids: z.array(z.string()).min(1) }),
  row: z.object({ left: uint64 }),
  sql: `SELECT count() AS left FROM system.dropped_tables WHERE has({uuids: Array(String)}, toString(uuid))`,
})
