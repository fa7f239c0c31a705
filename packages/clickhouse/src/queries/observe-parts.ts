import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { dateOrNone, dateTime, dateTimeOrNone, int64, integer, uint64 } from '../query/scalars.ts'

/**
 * Active parts of some partitions, unpaged and lean: what a mover looks at before and after, and the proof of a move
 * (name, rows, bytes_on_disk and hash_of_all_files are the same on both sides). An empty list means all partitions.
 */
export const observeParts = defineQuery({
  name: 'observe_parts',
  params: z.object({
    database: z.string(),
    table: z.string(),
    partition_ids: z.array(z.string()).default([]),
  }),
  row: z.object({
    name: z.string(),
    partition: z.string(),
    partition_id: z.string(),
    disk_name: z.string(),
    rows: uint64,
    bytes_on_disk: uint64,
    hash_of_all_files: z.string(),
    level: integer,
    min_block_number: int64,
    max_block_number: int64,
    /** Newest value of the partition key's Date or DateTime column; null where the key has none. */
    max_date: dateOrNone,
    max_time: dateTimeOrNone,
    modification_time: dateTime,
  }),
  sql: ({ partition_ids }) => `
SELECT
    name, partition, partition_id, disk_name, rows, bytes_on_disk, hash_of_all_files, level,
    min_block_number, max_block_number, max_date, max_time, modification_time
FROM system.parts
WHERE active AND database = {database: String} AND table = {table: String}${
    partition_ids.length > 0 ? '\n    AND has({partition_ids: Array(String)}, partition_id)' : ''
  }
ORDER BY partition_id, min_block_number, name`,
})
export type ObservedPartRow = RowOf<typeof observeParts>
