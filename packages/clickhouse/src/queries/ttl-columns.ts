import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { dateTimeOrNone, uint64 } from '../query/scalars.ts'

/**
 * Of columns with a TTL of their own: in each active part the last time that the part keeps of it (null: it keeps
 * none), and the bytes of the column (0 in a compact part, which keeps no size by column).
 */
export const ttlColumnParts = defineQuery({
  name: 'ttl_column_parts',
  params: z.object({ database: z.string(), table: z.string(), columns: z.array(z.string()) }),
  row: z.object({
    part: z.string(),
    column: z.string(),
    last: dateTimeOrNone,
    bytes: uint64,
  }),
  maxExecutionSeconds: 20,
  sql: `
SELECT name AS part, column, ifNull(column_ttl_max, toDateTime(0)) AS last, column_bytes_on_disk AS bytes
FROM system.parts_columns
WHERE active AND database = {database: String} AND table = {table: String} AND has({columns: Array(String)}, column)`,
})
export type TtlColumnPartRow = RowOf<typeof ttlColumnParts>

/** What MergeTree tables do about TTLs where they say nothing of their own: name and value of each setting. */
export const ttlTableDefaults = defineQuery({
  name: 'ttl_table_defaults',
  params: z.object({}),
  row: z.object({ name: z.string(), value: z.string() }),
  sql: `
SELECT name, value FROM system.merge_tree_settings
WHERE name IN ('ttl_only_drop_parts', 'merge_with_ttl_timeout', 'auto_statistics_types', 'materialize_statistics_on_merge')`,
})
export type TtlTableDefaultRow = RowOf<typeof ttlTableDefaults>
