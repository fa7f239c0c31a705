import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { pageParams } from '../query/page.ts'
import { dateOrNone, dateTime, dateTimeOrNone, integer, uint64 } from '../query/scalars.ts'

const orders = {
  oldest: 'min_date ASC, min_time ASC, partition_id ASC',
  newest: 'max_date DESC, max_time DESC, partition_id DESC',
  bytes: 'bytes_on_disk DESC, partition_id ASC',
  parts: 'parts DESC, partition_id ASC',
  partition: 'partition_id ASC',
} as const

/**
 * Partitions of one table with their active parts by disk; a page of them. Dates and times are null where the partition
 * key has none. `move_ttl_max` is when the last part is due to move by TTL (null: no part has TTL information);
 * `parts_without_move_ttl` never move by TTL. Sizes in bytes. `matching` is the count before paging.
 */
export const listPartitions = defineQuery({
  name: 'list_partitions',
  params: pageParams.extend({
    database: z.string(),
    table: z.string(),
    /** Empty: all. */
    disk: z.string().default(''),
    sort: z.enum(['oldest', 'newest', 'bytes', 'parts', 'partition']).default('partition'),
  }),
  row: z.object({
    partition: z.string(),
    partition_id: z.string(),
    parts: uint64,
    rows: uint64,
    bytes_on_disk: uint64,
    uncompressed_bytes: uint64,
    min_date: dateOrNone,
    max_date: dateOrNone,
    min_time: dateTimeOrNone,
    max_time: dateTimeOrNone,
    min_level: integer,
    max_level: integer,
    last_modified: dateTime,
    largest_part_bytes: uint64,
    move_ttl_min: dateTimeOrNone,
    move_ttl_max: dateTimeOrNone,
    parts_without_move_ttl: uint64,
    disks: z.array(z.object({ disk_name: z.string(), parts: uint64, rows: uint64, bytes: uint64 })),
    matching: uint64,
  }),
  sql: ({ sort }) => `
SELECT
    any(partition) AS partition,
    partition_id,
    sum(disk_parts) AS parts,
    sum(disk_rows) AS rows,
    sum(disk_bytes) AS bytes_on_disk,
    sum(disk_uncompressed) AS uncompressed_bytes,
    min(first_date) AS min_date,
    max(last_date) AS max_date,
    min(first_time) AS min_time,
    max(last_time) AS max_time,
    min(lowest_level) AS min_level,
    max(highest_level) AS max_level,
    max(modified) AS last_modified,
    max(largest) AS largest_part_bytes,
    min(ttl_min) AS move_ttl_min,
    max(ttl_max) AS move_ttl_max,
    sum(no_ttl) AS parts_without_move_ttl,
    groupArray(CAST((disk_name, disk_parts, disk_rows, disk_bytes), 'Tuple(disk_name String, parts UInt64, rows UInt64, bytes UInt64)')) AS disks,
    count() OVER () AS matching
FROM
(
    SELECT
        any(partition) AS partition,
        partition_id,
        disk_name,
        count() AS disk_parts,
        sum(rows) AS disk_rows,
        sum(bytes_on_disk) AS disk_bytes,
        sum(data_uncompressed_bytes) AS disk_uncompressed,
        min(min_date) AS first_date,
        max(max_date) AS last_date,
        min(min_time) AS first_time,
        max(max_time) AS last_time,
        min(level) AS lowest_level,
        max(level) AS highest_level,
        max(modification_time) AS modified,
        max(bytes_on_disk) AS largest,
        min(arrayMin(\`move_ttl_info.min\`)) AS ttl_min,
        max(arrayMax(\`move_ttl_info.max\`)) AS ttl_max,
        countIf(empty(\`move_ttl_info.max\`)) AS no_ttl
    FROM system.parts
    WHERE active AND database = {database: String} AND table = {table: String}
    GROUP BY partition_id, disk_name
    ORDER BY disk_name
)
GROUP BY partition_id
HAVING {disk: String} = '' OR has(disks.disk_name, {disk: String})
ORDER BY ${orders[sort]}
LIMIT {limit: UInt32} OFFSET {offset: UInt32}`,
})
export type PartitionRow = RowOf<typeof listPartitions>
