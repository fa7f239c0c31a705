import { z } from 'zod'
import { atPlace, placeParams } from '../query/at-place.ts'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { flag, float, uint64 } from '../query/scalars.ts'

/** Merges and part mutations under way. A part among source_part_names cannot be moved now (Code 384). */
export const runningMerges = defineQuery({
  name: 'running_merges',
  params: placeParams,
  row: z.object({
    database: z.string(),
    table: z.string(),
    partition_id: z.string(),
    elapsed: float,
    progress: float,
    is_mutation: flag,
    merge_type: z.string(),
    num_parts: uint64,
    source_part_names: z.array(z.string()),
    result_part_name: z.string(),
    total_size_bytes_compressed: uint64,
    rows_read: uint64,
    memory_usage: uint64,
  }),
  sql: `
SELECT
    database, table, partition_id, elapsed, progress, is_mutation, merge_type, num_parts, source_part_names,
    result_part_name, total_size_bytes_compressed, rows_read, memory_usage
FROM system.merges
WHERE ${atPlace}
ORDER BY elapsed DESC`,
})
export type RunningMergeRow = RowOf<typeof runningMerges>
