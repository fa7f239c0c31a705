import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { dateOrNone, dateTime, dateTimeOrNone, uint64 } from '../query/scalars.ts'

/**
 * Every active part of a table with the place it has and the time at which each move rule wants it elsewhere: the
 * expression of the rule as the TTL spells it, and when the newest row of the part reaches it. A part without
 * information about a rule never moves by it; max_date and max_time, of a column of the partition key, tell when it
 * would be due. Lean and unpaged: 10,000 parts are about 2.5 MB.
 */
export const partMoveTtls = defineQuery({
  name: 'part_move_ttls',
  params: z.object({ database: z.string(), table: z.string() }),
  row: z.object({
    name: z.string(),
    partition: z.string(),
    partition_id: z.string(),
    disk_name: z.string(),
    rows: uint64,
    bytes_on_disk: uint64,
    expressions: z.array(z.string()),
    due: z.array(dateTime),
    max_date: dateOrNone,
    max_time: dateTimeOrNone,
  }),
  sql: `
SELECT
    name, partition, partition_id, disk_name, rows, bytes_on_disk,
    \`move_ttl_info.expression\` AS expressions,
    \`move_ttl_info.max\` AS due,
    max_date, max_time
FROM system.parts
WHERE active AND database = {database: String} AND table = {table: String}`,
})
export type PartMoveTtlRow = RowOf<typeof partMoveTtls>
