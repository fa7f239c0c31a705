import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { dateOrNone, dateTime, dateTimeOrNone, flag, int64, integer, uint64 } from '../query/scalars.ts'

/**
 * Active parts of one table with the TTL information that the server keeps in each: by expression the times at which
 * the first and the last row are due to move, and those of the DELETE rule without a condition (none: the epoch).
 */
export const ttlParts = defineQuery({
  name: 'ttl_parts',
  params: z.object({ database: z.string(), table: z.string() }),
  row: z.object({
    name: z.string(),
    partition: z.string(),
    partition_id: z.string(),
    min_block_number: int64,
    max_block_number: int64,
    level: integer,
    data_version: int64,
    disk_name: z.string(),
    rows: uint64,
    bytes_on_disk: uint64,
    files: uint64,
    modification_time: dateTime,
    /** Of the partition key's columns; null where it has none of dates. */
    min_date: dateOrNone,
    max_date: dateOrNone,
    min_time: dateTimeOrNone,
    max_time: dateTimeOrNone,
    move_ttl_expressions: z.array(z.string()),
    move_ttl_min: z.array(dateTime),
    move_ttl_max: z.array(dateTime),
    delete_ttl_min: dateTimeOrNone,
    delete_ttl_max: dateTimeOrNone,
    part_type: z.string(),
    has_lightweight_delete: flag,
    /** Of rules that delete with a condition, and of those that group, by expression. */
    row_ttl_expressions: z.array(z.string()),
    row_ttl_min: z.array(dateTime),
    recompression_ttl_expressions: z.array(z.string()),
  }),
  maxExecutionSeconds: 20,
  sql: `
SELECT
    name, partition, partition_id, min_block_number, max_block_number, level, toInt64(data_version) AS data_version, disk_name, rows, bytes_on_disk, files,
    modification_time, min_date, max_date, min_time, max_time,
    \`move_ttl_info.expression\` AS move_ttl_expressions,
    \`move_ttl_info.min\` AS move_ttl_min,
    \`move_ttl_info.max\` AS move_ttl_max,
    delete_ttl_info_min AS delete_ttl_min,
    delete_ttl_info_max AS delete_ttl_max,
    part_type, has_lightweight_delete,
    arrayConcat(\`rows_where_ttl_info.expression\`, \`group_by_ttl_info.expression\`) AS row_ttl_expressions,
    arrayConcat(\`rows_where_ttl_info.min\`, \`group_by_ttl_info.min\`) AS row_ttl_min,
    \`recompression_ttl_info.expression\` AS recompression_ttl_expressions
FROM system.parts
WHERE active AND database = {database: String} AND table = {table: String}
ORDER BY partition_id, min_block_number, name`,
})
export type TtlPartRow = RowOf<typeof ttlParts>
