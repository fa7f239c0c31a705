import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { dateTime, uint64 } from '../query/scalars.ts'

/**
 * Objects of one part on the given disks, active or detached, each with its files in the part and the number of files
 * on the node that need it, including frozen ones. Reads the metadata of every file twice: only on request.
 */
export const objectsOfPart = defineQuery({
  name: 'objects_of_part',
  params: z.object({
    disks: z.array(z.string()),
    database: z.string(),
    table: z.string(),
    part: z.string(),
    limit: z.number().int().min(1).max(50_000).default(10_000),
  }),
  row: z.object({
    disk_name: z.string(),
    remote_path: z.string(),
    size: uint64,
    files: z.array(z.string()),
    uses: uint64,
  }),
  maxExecutionSeconds: 120,
  sql: `
WITH
    (
        SELECT groupArrayArray(arrayConcat(
            arrayMap(root -> concat(root, {part: String}, '/'), data_paths),
            arrayMap(root -> concat(root, 'detached/', {part: String}, '/'), data_paths)))
        FROM system.tables
        WHERE database = {database: String} AND name = {table: String}
    ) AS folders,
    own AS
    (
        SELECT remote_path
        FROM system.remote_data_paths
        WHERE has({disks: Array(String)}, disk_name)
            AND arrayExists(folder -> startsWith(concat(path, local_path), folder), folders)
        LIMIT {limit: UInt32}
    )
SELECT
    any(every_file.disk_name) AS disk_name,
    remote_path,
    any(every_file.size) AS size,
    arraySort(groupArrayIf(local_path, arrayExists(folder -> startsWith(concat(path, local_path), folder), folders))) AS files,
    count() AS uses
FROM system.remote_data_paths AS every_file
WHERE has({disks: Array(String)}, every_file.disk_name) AND remote_path IN (SELECT remote_path FROM own)
GROUP BY remote_path
ORDER BY size DESC, remote_path
SETTINGS traverse_shadow_remote_data_paths = 1`,
})
export type ObjectOfPartRow = RowOf<typeof objectsOfPart>

/** History of one object in the node's blob_storage_log, newest first. The server reads it a day at a time. */
export const objectHistory = defineQuery({
  name: 'object_history',
  params: z.object({ key: z.string() }),
  row: z.object({
    at: dateTime,
    event: z.string(),
    disk_name: z.string(),
    local_path: z.string(),
    query_id: z.string(),
    data_size: uint64,
    error: z.string(),
  }),
  maxExecutionSeconds: 30,
  sql: `
SELECT event_time_microseconds AS at, toString(event_type) AS event, disk_name, local_path, query_id, data_size, error
FROM system.blob_storage_log
WHERE remote_path = {key: String} AND toString(event_type) != 'Read'
ORDER BY at DESC
LIMIT 20`,
})

/**
 * The objects of the parts of some partitions, in one line each: `paths` is equal where two replicas refer to the same
 * objects. The server always reads the metadata of every file of these disks (26.7), about 75 µs each: query many
 * partitions at a time.
 */
export const partObjects = defineQuery({
  name: 'part_objects',
  params: z.object({
    disks: z.array(z.string()).min(1),
    uuid: z.string(),
    partition_ids: z.array(z.string()).min(1),
  }),
  row: z.object({ part: z.string(), objects: uint64, bytes: uint64, paths: z.string() }),
  maxExecutionSeconds: 120,
  sql: `
SELECT
    part,
    uniqExact(remote_path) AS objects,
    sum(size) AS bytes,
    toString(groupBitXor(cityHash64(file, remote_path))) AS paths
FROM
(
    SELECT DISTINCT
        remote_path,
        size,
        substring(local_path, position(local_path, {uuid: String}) + length({uuid: String}) + 1) AS place,
        substring(place, 1, position(place, '/') - 1) AS part,
        substring(place, length(part) + 2) AS file
    FROM system.remote_data_paths
    WHERE has({disks: Array(String)}, disk_name) AND position(local_path, {uuid: String}) > 0
)
WHERE arrayExists(id -> startsWith(part, concat(id, '_')), {partition_ids: Array(String)})
GROUP BY part
ORDER BY part`,
})
export type PartObjectsRow = RowOf<typeof partObjects>
