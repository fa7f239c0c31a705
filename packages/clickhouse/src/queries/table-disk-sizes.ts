import { z } from 'zod'
import { atPlace } from '../query/at-place.ts'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { uint64 } from '../query/scalars.ts'
import { filesOfPart } from './older-servers.ts'

/**
 * Every table's bytes by disk, one row per table and disk: small (about 100 bytes a row) whatever the number of parts,
 * so that sizes of many nodes can be added up before sorting and paging. `partitions` counts those with parts on this
 * disk, `table_partitions` those of the table: one on two disks is in two rows. System databases are left out unless
 * requested.
 */
export const tableDiskSizes = defineQuery({
  name: 'table_disk_sizes',
  params: z.object({
    /** Empty: all databases. */
    database: z.string().default(''),
    /** Empty: all tables. */
    table: z.string().default(''),
    include_system: z.boolean().default(false),
  }),
  row: z.object({
    database: z.string(),
    table: z.string(),
    disk_name: z.string(),
    engine: z.string(),
    active_parts: uint64,
    active_rows: uint64,
    active_bytes: uint64,
    /** As system.parts counts them: without a few small ones of each part. */
    active_files: uint64,
    uncompressed_bytes: uint64,
    inactive_parts: uint64,
    inactive_bytes: uint64,
    partitions: uint64,
    table_partitions: uint64,
  }),
  sql: `
SELECT
    database,
    table,
    disk_name,
    engine,
    active_parts,
    active_rows,
    active_bytes,
    active_files,
    uncompressed_bytes,
    inactive_parts,
    inactive_bytes,
    finalizeAggregation(partition_ids) AS partitions,
    uniqExactMerge(partition_ids) OVER (PARTITION BY database, table) AS table_partitions
FROM
(
    SELECT
        database,
        table,
        disk_name,
        any(parts.engine) AS engine,
        countIf(active) AS active_parts,
        sumIf(rows, active) AS active_rows,
        sumIf(bytes_on_disk, active) AS active_bytes,
        sumIf(${filesOfPart}, active) AS active_files,
        sumIf(data_uncompressed_bytes, active) AS uncompressed_bytes,
        countIf(NOT active) AS inactive_parts,
        sumIf(bytes_on_disk, NOT active) AS inactive_bytes,
        uniqExactStateIf(partition_id, active) AS partition_ids
    FROM system.parts AS parts
    WHERE ${atPlace}
        AND ({include_system: Bool} OR database NOT IN ('system', 'INFORMATION_SCHEMA', 'information_schema'))
    GROUP BY database, table, disk_name
)
ORDER BY database, table, disk_name`,
})
export type TableDiskSizeRow = RowOf<typeof tableDiskSizes>
