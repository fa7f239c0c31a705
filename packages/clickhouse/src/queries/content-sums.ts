import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { uint64 } from '../query/scalars.ts'
import { qualifiedName } from '../sql/qualified-name.ts'

/**
 * Rows and an order-independent checksum of some parts of a partition, a row for each part that has rows. The sum of
 * checksums modulo 2^64 is that of the parts together. It reads all their columns, past the filesystem
 * cache (so that the store itself answers, and nothing is put into the cache), so it is asked for and never polled.
 *
 * - tuple(*): the hash of bare columns is NULL where one of them is, and sum() leaves such rows out.
 * - Rows that a lightweight DELETE hides count too, so that `rows` equals the rows of the parts; `final` would merge.
 * - MATERIALIZED columns are stored, so they count; ALIAS columns are not.
 * - Older servers go on reading after the client is gone; cancel_http_readonly_queries_on_client_close ends it.
 *
 * Equal before and after means unchanged data, except where the engine itself rewrites rows in merges.
 */
export const contentSums = defineQuery({
  name: 'content_sums',
  maxExecutionSeconds: 86_400,
  params: z.object({
    database: z.string(),
    table: z.string(),
    partition_id: z.string(),
    part_names: z.array(z.string()).min(1),
  }),
  row: z.object({ part: z.string(), rows: uint64, checksum: uint64 }),
  sql: ({ database, table }) => `
SELECT _part AS part, count() AS rows, sum(cityHash64(tuple(*))) AS checksum
FROM ${qualifiedName(database, table)}
WHERE _partition_id = {partition_id: String} AND _part IN {part_names: Array(String)}
GROUP BY part ORDER BY part
SETTINGS enable_filesystem_cache = 0, max_threads = 2, final = 0, apply_deleted_mask = 0,
    asterisk_include_materialized_columns = 1, asterisk_include_alias_columns = 0,
    cancel_http_readonly_queries_on_client_close = 1`,
})
export type ContentSumRow = RowOf<typeof contentSums>
