import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { dateTime, uint64 } from '../query/scalars.ts'

/**
 * Active parts of some partitions that are not on the volume where their partition belongs, newest first. Four parallel
 * lists, one entry per partition. One read for all tables of a node; the server compares.
 */
export const partsOffVolumes = defineQuery({
  name: 'parts_off_volumes',
  params: z.object({
    databases: z.array(z.string()),
    tables: z.array(z.string()),
    partition_ids: z.array(z.string()),
    volumes: z.array(z.string()),
    limit: z.number().int().min(1).default(10_000),
  }),
  row: z.object({
    database: z.string(),
    table: z.string(),
    table_uuid: z.string(),
    partition_id: z.string(),
    name: z.string(),
    disk_name: z.string(),
    rows: uint64,
    bytes_on_disk: uint64,
    modification_time: dateTime,
  }),
  sql: `
WITH wanted AS (
    SELECT want.1 AS database, want.2 AS table, want.3 AS partition_id, want.4 AS volume
    FROM (SELECT arrayJoin(arrayZip({databases: Array(String)}, {tables: Array(String)}, {partition_ids: Array(String)}, {volumes: Array(String)})) AS want)
)
SELECT
    parts.database AS database,
    parts.table AS table,
    places.uuid AS table_uuid,
    parts.partition_id AS partition_id,
    parts.name AS name,
    parts.disk_name AS disk_name,
    parts.rows AS rows,
    parts.bytes_on_disk AS bytes_on_disk,
    parts.modification_time AS modification_time
FROM system.parts AS parts
INNER JOIN wanted
    ON parts.database = wanted.database AND parts.table = wanted.table AND parts.partition_id = wanted.partition_id
INNER JOIN (
    SELECT database, name, toString(uuid) AS uuid, storage_policy
    FROM system.tables
    WHERE has({databases: Array(String)}, database) AND has({tables: Array(String)}, name)
) AS places ON parts.database = places.database AND parts.table = places.name
WHERE parts.active
    AND has({databases: Array(String)}, parts.database) AND has({tables: Array(String)}, parts.table)
    AND (places.storage_policy, wanted.volume, parts.disk_name) NOT IN (
        SELECT policy_name, volume_name, arrayJoin(disks) FROM system.storage_policies
    )
ORDER BY modification_time DESC, name
LIMIT {limit: UInt32}`,
})
export type PartOffVolumeRow = RowOf<typeof partsOffVolumes>
