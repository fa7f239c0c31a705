import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { pageParams } from '../query/page.ts'
import { dateTime, uint64 } from '../query/scalars.ts'

const orders = {
  name: 'database ASC, name ASC',
  bytes: 'active_bytes DESC, database ASC, name ASC',
  rows: 'active_rows DESC, database ASC, name ASC',
  parts: 'active_parts DESC, database ASC, name ASC',
} as const

/**
 * Tables with data of their own on this node, with their split by disk; a page of them, sorted and searched on the
 * server. `matching` is the number of tables before paging. `engine_full` carries keys, TTL and settings.
 * One read of system.tables and one of system.parts, whatever the page.
 */
export const listTables = defineQuery({
  name: 'list_tables',
  params: pageParams.extend({
    /** Part of `database.table`, in any case. Empty: all. */
    search: z.string().default(''),
    database: z.string().default(''),
    policy: z.string().default(''),
    include_system: z.boolean().default(false),
    sort: z.enum(['name', 'bytes', 'rows', 'parts']).default('name'),
  }),
  row: z.object({
    database: z.string(),
    name: z.string(),
    uuid: z.string(),
    engine: z.string(),
    engine_full: z.string(),
    storage_policy: z.string(),
    partition_key: z.string(),
    sorting_key: z.string(),
    metadata_modification_time: dateTime,
    active_parts: uint64,
    active_rows: uint64,
    active_bytes: uint64,
    partitions: uint64,
    disks: z.array(z.object({ disk_name: z.string(), parts: uint64, rows: uint64, bytes: uint64 })),
    matching: uint64,
  }),
  sql: ({ sort }) => `
SELECT t.*, p.active_parts, p.active_rows, p.active_bytes, p.partitions, p.disks, count() OVER () AS matching
FROM
(
    SELECT database, name, toString(uuid) AS uuid, engine, engine_full, storage_policy, partition_key, sorting_key, metadata_modification_time
    FROM system.tables
    WHERE engine LIKE '%MergeTree'
        AND NOT is_temporary
        AND ({database: String} = '' OR database = {database: String})
        AND ({policy: String} = '' OR storage_policy = {policy: String})
        AND ({include_system: Bool} OR database NOT IN ('system', 'INFORMATION_SCHEMA', 'information_schema'))
        AND ({search: String} = '' OR positionCaseInsensitiveUTF8(concat(database, '.', name), {search: String}) > 0)
) AS t
LEFT JOIN
(
    SELECT
        database,
        table,
        sum(parts) AS active_parts,
        sum(rows) AS active_rows,
        sum(bytes) AS active_bytes,
        uniqExactMerge(partition_ids) AS partitions,
        groupArray(CAST((disk_name, parts, rows, bytes), 'Tuple(disk_name String, parts UInt64, rows UInt64, bytes UInt64)')) AS disks
    FROM
    (
        SELECT database, table, disk_name, count() AS parts, sum(rows) AS rows, sum(bytes_on_disk) AS bytes, uniqExactState(partition_id) AS partition_ids
        FROM system.parts
        WHERE active AND ({database: String} = '' OR database = {database: String})
        GROUP BY database, table, disk_name
        ORDER BY disk_name
    )
    GROUP BY database, table
) AS p ON p.database = t.database AND p.table = t.name
ORDER BY ${orders[sort]}
LIMIT {limit: UInt32} OFFSET {offset: UInt32}
SETTINGS join_use_nulls = 0`,
})
export type TableListRow = RowOf<typeof listTables>
