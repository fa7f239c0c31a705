import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { dateTime, dateTimeOrNone, flag, float, int64, uint64 } from '../query/scalars.ts'

const limitParams = z.object({ limit: z.number().int().min(1).max(1_000).default(200) })

/**
 * Running merges and part mutations with the path of the new part, which tells its disk; the oldest first. `listed_of`
 * and `all_bytes` cover the rows beyond the limit too.
 */
export const liveMerges = defineQuery({
  name: 'live_merges',
  params: limitParams,
  row: z.object({
    database: z.string(),
    table: z.string(),
    partition_id: z.string(),
    result_part_name: z.string(),
    result_part_path: z.string(),
    is_mutation: flag,
    merge_type: z.string(),
    num_parts: uint64,
    elapsed: float,
    progress: float,
    bytes: uint64,
    rows_read: uint64,
    memory_usage: uint64,
    listed_of: uint64,
    all_bytes: uint64,
  }),
  sql: `
SELECT
    database, table, partition_id, result_part_name, result_part_path, is_mutation, merge_type, num_parts, elapsed,
    progress, total_size_bytes_compressed AS bytes, rows_read, memory_usage,
    count() OVER () AS listed_of,
    sum(total_size_bytes_compressed) OVER () AS all_bytes
FROM system.merges
ORDER BY elapsed DESC
LIMIT {limit: UInt32}`,
})
export type LiveMergeRow = RowOf<typeof liveMerges>

/** Parts that a replica fetches from another now. Sizes are compressed. */
export const liveFetches = defineQuery({
  name: 'live_fetches',
  params: limitParams,
  row: z.object({
    database: z.string(),
    table: z.string(),
    partition_id: z.string(),
    result_part_name: z.string(),
    result_part_path: z.string(),
    elapsed: float,
    progress: float,
    bytes: uint64,
    read_bytes: uint64,
    source_replica_hostname: z.string(),
    to_detached: flag,
    listed_of: uint64,
    all_bytes: uint64,
  }),
  sql: `
SELECT
    database, table, partition_id, result_part_name, result_part_path, elapsed, progress,
    total_size_bytes_compressed AS bytes, bytes_read_compressed AS read_bytes, source_replica_hostname, to_detached,
    count() OVER () AS listed_of,
    sum(total_size_bytes_compressed) OVER () AS all_bytes
FROM system.replicated_fetches
ORDER BY elapsed DESC
LIMIT {limit: UInt32}`,
})
export type LiveFetchRow = RowOf<typeof liveFetches>

/**
 * Unfinished mutations of a node, the oldest first. `fingerprint` is that of the whole command. Replicas of a table
 * share a mutation (`replicated`): it has the same id and create time on each.
 */
export const liveMutations = defineQuery({
  name: 'live_mutations',
  params: limitParams.extend({
    /** Empty: all. */
    database: z.string().default(''),
    table: z.string().default(''),
    mutation_id: z.string().default(''),
    text_chars: z.number().int().min(1).max(1_000_000).default(500),
  }),
  row: z.object({
    database: z.string(),
    table: z.string(),
    mutation_id: z.string(),
    text: z.string(),
    text_length: uint64,
    fingerprint: z.string(),
    create_time: dateTime,
    age_seconds: int64,
    parts_to_do: int64,
    latest_failed_part: z.string(),
    latest_fail_time: dateTimeOrNone,
    latest_fail_reason: z.string(),
    replicated: flag,
    listed_of: uint64,
    all_parts: int64,
  }),
  sql: `
SELECT
    database,
    table,
    mutation_id,
    substringUTF8(command, 1, {text_chars: UInt32}) AS text,
    lengthUTF8(command) AS text_length,
    hex(cityHash64(command)) AS fingerprint,
    create_time,
    toInt64(dateDiff('second', create_time, now())) AS age_seconds,
    mutations.parts_to_do AS parts_to_do,
    latest_failed_part,
    latest_fail_time,
    substringUTF8(mutations.latest_fail_reason, 1, 2000) AS latest_fail_reason,
    (database, table) IN (SELECT database, table FROM system.replicas) AS replicated,
    count() OVER () AS listed_of,
    sum(mutations.parts_to_do) OVER () AS all_parts
FROM system.mutations AS mutations
WHERE NOT is_done
    AND ({database: String} = '' OR database = {database: String})
    AND ({table: String} = '' OR table = {table: String})
    AND ({mutation_id: String} = '' OR mutation_id = {mutation_id: String})
ORDER BY create_time, database, table, mutation_id
LIMIT {limit: UInt32}`,
})
export type LiveMutationRow = RowOf<typeof liveMutations>
