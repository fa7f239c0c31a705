import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { flag, integer, uint64 } from '../query/scalars.ts'

/**
 * Columns of one table with sizes in bytes on this node (0 for all columns while every part is compact: a compact
 * part keeps no size by column). A column's own TTL stands in the DDL only.
 */
export const listColumns = defineQuery({
  name: 'list_columns',
  params: z.object({ database: z.string(), table: z.string() }),
  row: z.object({
    name: z.string(),
    type: z.string(),
    position: z.union([integer, uint64.transform(Number)]),
    default_kind: z.string(),
    default_expression: z.string(),
    compression_codec: z.string(),
    comment: z.string(),
    data_compressed_bytes: uint64,
    data_uncompressed_bytes: uint64,
    marks_bytes: uint64,
    is_in_partition_key: flag,
    is_in_sorting_key: flag,
    is_in_primary_key: flag,
    is_in_sampling_key: flag,
  }),
  sql: `
SELECT
    name, type, position, default_kind, default_expression, compression_codec, comment, data_compressed_bytes,
    data_uncompressed_bytes, marks_bytes, is_in_partition_key, is_in_sorting_key, is_in_primary_key, is_in_sampling_key
FROM system.columns
WHERE database = {database: String} AND table = {table: String}
ORDER BY position`,
})
export type ColumnRow = RowOf<typeof listColumns>
