import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { dateTimeOrNone, uint64 } from '../query/scalars.ts'
import { cachedFiles } from './cached-files.ts'

/**
 * Column data of a table by partition and disk: size of its files on the given disks, which are behind a cache, and how
 * much of it is cached. On other disks both are 0. Marks and indexes are left out: after the first read they are in
 * memory. With `columns` only their files count; a compact part has one file for all columns, which counts as a whole.
 * File names come from system.parts_columns.filenames (seen on 26.7). Reads the metadata of every file on the disks.
 */
export const warmupExtents = defineQuery({
  name: 'warmup_extents',
  params: z.object({
    disks: z.array(z.string()),
    database: z.string(),
    table: z.string(),
    /** Empty: all. */
    columns: z.array(z.string()),
  }),
  row: z.object({
    partition_id: z.string(),
    disk_name: z.string(),
    parts: uint64,
    wanted_bytes: uint64,
    cached_bytes: uint64,
    bytes_on_disk: uint64,
    newest_at: dateTimeOrNone,
  }),
  maxExecutionSeconds: 60,
  sql: ({ columns }) => `
WITH
    ${cachedFiles.trim()},
    live AS
    (
        SELECT name, partition_id, disk_name, bytes_on_disk, greatest(max_time, toDateTime(max_date)) AS newest
        FROM system.parts
        WHERE active AND database = {database: String} AND table = {table: String}
    ),${columns.length === 0 ? '' : wantedFiles}
    by_part AS
    (
        SELECT part, sum(stored) AS wanted, sum(bytes) AS cached
        FROM named
        WHERE database = {database: String} AND table = {table: String} AND NOT detached
            AND endsWith(file, '.bin') AND NOT startsWith(file, 'skp_idx_')${
              columns.length === 0 ? '' : ' AND (part, file) IN (SELECT part, file FROM wanted_files)'
            }
        GROUP BY part
    )
SELECT
    partition_id,
    disk_name,
    count() AS parts,
    sum(wanted) AS wanted_bytes,
    sum(cached) AS cached_bytes,
    sum(live.bytes_on_disk) AS bytes_on_disk,
    max(newest) AS newest_at
FROM live
LEFT ANY JOIN by_part ON live.name = by_part.part
GROUP BY partition_id, disk_name
ORDER BY partition_id, disk_name`,
})
export type WarmupExtentRow = RowOf<typeof warmupExtents>

const wantedFiles = `
    wanted_files AS
    (
        SELECT name AS part, concat(arrayJoin(if(part_type = 'Compact', ['data'], filenames)), '.bin') AS file
        FROM system.parts_columns
        WHERE active AND database = {database: String} AND table = {table: String} AND has({columns: Array(String)}, column)
    ),`
