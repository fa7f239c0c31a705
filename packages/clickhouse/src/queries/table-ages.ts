import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { dateTimeOrNone, float, uint64 } from '../query/scalars.ts'
import { filesOfPart } from './older-servers.ts'

/**
 * Age of the rows of each table on each disk, by the min and max times of parts: one row per table and disk, whatever the
 * number of parts. A partition is old if all its rows, on all disks, are from before `before`. A partition whose parts carry no
 * time is never old. `recent_bytes` are those of rows from between `since` and `until`: rows of a part count as spread
 * evenly over its time.
 */
export const tableAges = defineQuery({
  name: 'table_ages',
  params: z.object({ before: z.date(), since: z.date(), until: z.date() }),
  row: z.object({
    database: z.string(),
    table: z.string(),
    disk_name: z.string(),
    bytes: uint64,
    parts: uint64,
    old_bytes: uint64,
    old_parts: uint64,
    old_files: uint64,
    old_partitions: uint64,
    /** Of its dated parts. */
    oldest: dateTimeOrNone,
    undated_parts: uint64,
    recent_bytes: float,
  }),
  sql: `
SELECT
    database,
    table,
    disk_name,
    sum(disk_bytes) AS bytes,
    sum(disk_parts) AS parts,
    sumIf(disk_bytes, is_old) AS old_bytes,
    sumIf(disk_parts, is_old) AS old_parts,
    sumIf(disk_files, is_old) AS old_files,
    countIf(is_old) AS old_partitions,
    toDateTime(ifNull(minIf(disk_oldest, disk_oldest > 0), 0), 'UTC') AS oldest,
    sum(disk_undated) AS undated_parts,
    sum(disk_recent) AS recent_bytes
FROM
(
    SELECT
        *,
        max(disk_newest) OVER partition_window < toUnixTimestamp({before: DateTime64(3)})
            AND sum(disk_undated) OVER partition_window = 0 AS is_old
    FROM
    (
        SELECT
            database,
            table,
            partition_id,
            disk_name,
            sum(part_bytes) AS disk_bytes,
            count() AS disk_parts,
            sum(part_files) AS disk_files,
            min(oldest_second) AS disk_oldest,
            max(newest_second) AS disk_newest,
            countIf(newest_second = 0) AS disk_undated,
            sum(part_bytes * multiIf(
                newest_second > oldest_second,
                greatest(0, toInt64(least(newest_second, toUnixTimestamp({until: DateTime64(3)})))
                    - toInt64(greatest(oldest_second, toUnixTimestamp({since: DateTime64(3)}))))
                    / (newest_second - oldest_second),
                newest_second > toUnixTimestamp({since: DateTime64(3)})
                    AND newest_second <= toUnixTimestamp({until: DateTime64(3)}), 1,
                0)) AS disk_recent
        FROM
        (
            SELECT
                database, table, partition_id, disk_name,
                bytes_on_disk AS part_bytes,
                ${filesOfPart} AS part_files,
                if(toUnixTimestamp(max_time) > 0, toUnixTimestamp(min_time),
                    if(max_date > toDate(0), toUnixTimestamp(toDateTime(min_date, 'UTC')), 0)) AS oldest_second,
                if(toUnixTimestamp(max_time) > 0, toUnixTimestamp(max_time),
                    if(max_date > toDate(0), toUnixTimestamp(toDateTime(max_date, 'UTC')) + 86399, 0)) AS newest_second
            FROM system.parts
            WHERE active AND database NOT IN ('system', 'INFORMATION_SCHEMA', 'information_schema')
        )
        GROUP BY database, table, partition_id, disk_name
    )
    WINDOW partition_window AS (PARTITION BY database, table, partition_id)
)
GROUP BY database, table, disk_name
ORDER BY database, table, disk_name`,
})
export type TableAgeRow = RowOf<typeof tableAges>

/** Date and time columns in partition keys of all tables. A TTL by age can use them. */
export const partitionDateColumns = defineQuery({
  name: 'partition_date_columns',
  params: z.object({}),
  row: z.object({ database: z.string(), table: z.string(), name: z.string(), type: z.string() }),
  sql: `
SELECT database, table, name, type
FROM system.columns
WHERE is_in_partition_key AND startsWith(type, 'Date')
    AND database NOT IN ('system', 'INFORMATION_SCHEMA', 'information_schema')
ORDER BY database, table, position`,
})
export type PartitionDateColumnRow = RowOf<typeof partitionDateColumns>
