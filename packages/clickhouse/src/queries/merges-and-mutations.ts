import { z } from 'zod'
import { atPlace, placeParams } from '../query/at-place.ts'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { dateTime, dateTimeOrNone, flag, float, int64, uint64 } from '../query/scalars.ts'

/** Running merges and part mutations. A part in source_part_names cannot be moved now (Code 384). */
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

/** Unfinished mutations, with the last failure. Each still rewrites parts, wherever they are. */
export const pendingMutations = defineQuery({
  name: 'pending_mutations',
  params: placeParams,
  row: z.object({
    database: z.string(),
    table: z.string(),
    mutation_id: z.string(),
    command: z.string(),
    create_time: dateTime,
    parts_to_do: int64,
    parts_to_do_names: z.array(z.string()),
    latest_failed_part: z.string(),
    latest_fail_time: dateTimeOrNone,
    latest_fail_reason: z.string(),
  }),
  sql: `
SELECT
    database, table, mutation_id, command, create_time, parts_to_do,
    arraySlice(parts_to_do_names, 1, 100) AS parts_to_do_names,
    latest_failed_part, latest_fail_time, latest_fail_reason
FROM system.mutations
WHERE NOT is_done
    AND ${atPlace}
ORDER BY create_time`,
})
export type PendingMutationRow = RowOf<typeof pendingMutations>

/** Unfinished mutations of one table, each with the parts it has yet to process. */
export const unfinishedMutations = defineQuery({
  name: 'unfinished_mutations',
  params: z.object({ database: z.string(), table: z.string() }),
  row: z.object({ mutation_id: z.string(), command: z.string(), parts_to_do_names: z.array(z.string()) }),
  sql: `
SELECT mutation_id, command, parts_to_do_names
FROM system.mutations
WHERE NOT is_done AND database = {database: String} AND table = {table: String}
ORDER BY create_time`,
})
export type UnfinishedMutationRow = RowOf<typeof unfinishedMutations>
