import { z } from 'zod'
import { defineQuery } from '../query/define-query.ts'
import { dateTime, uint64 } from '../query/scalars.ts'
import { qualifiedName } from '../sql/qualified-name.ts'

/** Where a replicated table keeps its deduplication blocks, and for how long; no row for one that is not replicated. */
export const deduplicationFacts = defineQuery({
  name: 'deduplication_facts',
  params: z.object({ database: z.string(), table: z.string() }),
  row: z.object({
    zookeeper_name: z.string(),
    zookeeper_path: z.string(),
    engine_full: z.string(),
    default_seconds: uint64,
    default_blocks: uint64,
  }),
  sql: `
SELECT replicas.zookeeper_name, replicas.zookeeper_path, tables.engine_full,
    (SELECT toUInt64OrZero(any(value)) FROM system.replicated_merge_tree_settings
     WHERE name = 'replicated_deduplication_window_seconds') AS default_seconds,
    (SELECT toUInt64OrZero(any(value)) FROM system.replicated_merge_tree_settings
     WHERE name = 'replicated_deduplication_window') AS default_blocks
FROM system.replicas AS replicas
INNER JOIN system.tables AS tables ON tables.database = replicas.database AND tables.name = replicas.table
WHERE replicas.database = {database: String} AND replicas.table = {table: String}
    AND tables.database = {database: String} AND tables.name = {table: String}`,
})

/**
 * Which of these blocks the table still knows, with the part that each became. `path` is the table's path in Keeper.
 * The server reads all blocks of the window, 10,000 by default.
 */
export const attachedBlocks = defineQuery({
  name: 'attached_blocks',
  params: z.object({ path: z.string(), names: z.array(z.string()).min(1) }),
  row: z.object({ name: z.string(), part: z.string(), attached_at: dateTime }),
  maxExecutionSeconds: 30,
  sql: `
SELECT name, value AS part, ctime AS attached_at
FROM system.zookeeper
WHERE path = concat({path: String}, '/blocks') AND name IN {names: Array(String)}`,
})

/** Number of blocks that the table knows: if below its window, none was dropped to make room. */
export const attachedBlockCount = defineQuery({
  name: 'attached_block_count',
  params: z.object({ path: z.string() }),
  row: z.object({ blocks: uint64 }),
  maxExecutionSeconds: 30,
  sql: `SELECT count() AS blocks FROM system.zookeeper WHERE path = concat({path: String}, '/blocks')`,
})

/**
 * Rows of staged parts, and how many of them are also in the partition; duplicates count as often as they occur. It
 * reads both, so it runs once. tuple(*) and hidden rows: see contentSums.
 */
export const rowsPresent = defineQuery({
  name: 'load_rows_present',
  maxExecutionSeconds: 86_400,
  params: z.object({
    database: z.string(),
    staging: z.string(),
    table: z.string(),
    partition_id: z.string(),
    part_names: z.array(z.string()).min(1),
  }),
  row: z.object({ rows: uint64, checksum: uint64, found_rows: uint64, found_checksum: uint64 }),
  sql: ({ database, staging, table }) => `
WITH staged AS
    (SELECT cityHash64(tuple(*)) AS hash, count() AS copies
     FROM ${qualifiedName(database, staging)}
     WHERE _partition_id = {partition_id: String} AND _part IN {part_names: Array(String)}
     GROUP BY hash)
SELECT sum(copies) AS rows, sum(hash * copies) AS checksum,
    sum(least(copies, there)) AS found_rows, sum(hash * least(copies, there)) AS found_checksum
FROM staged
LEFT JOIN
    (SELECT cityHash64(tuple(*)) AS hash, count() AS there
     FROM ${qualifiedName(database, table)}
     WHERE _partition_id = {partition_id: String} AND hash IN (SELECT hash FROM staged)
     GROUP BY hash) AS landed USING (hash)
SETTINGS final = 0, asterisk_include_materialized_columns = 1, asterisk_include_alias_columns = 0, join_use_nulls = 0,
    max_bytes_before_external_group_by = 2000000000, join_algorithm = 'grace_hash,hash',
    cancel_http_readonly_queries_on_client_close = 1`,
})
