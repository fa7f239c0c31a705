import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { dateTime, integer, uint64 } from '../query/scalars.ts'

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
    partition_id: z.string(),
    disk_name: z.string(),
    rows: uint64,
    bytes_on_disk: uint64,
    hash_of_all_files: z.string(),
    level: integer,
    modification_time: dateTime,
  }),
  sql: ({ partition_ids }) => `
SELECT name, partition_id, disk_name, rows, bytes_on_disk, hash_of_all_files, level, modification_time
FROM system.parts
WHERE active AND database = {database: String} AND table = {table: String}${
    partition_ids.length > 0 ? '\n    AND has({partition_ids: Array(String)}, partition_id)' : ''
  }
ORDER BY partition_id, min_block_number, name`,
})
export type ObservedPartRow = RowOf<typeof observeParts>
