import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { flag, float, int64, uint64 } from '../query/scalars.ts'
import { qualifiedName } from '../sql/qualified-name.ts'

/** What was read of each object, as counted by this node's part of an attempt. */
export const loadCounts = defineQuery({
  name: 'load_counts',
  params: z.object({ database: z.string(), counts: z.string() }),
  row: z.object({ path: z.string(), etag_hash: uint64, rows: uint64 }),
  sql: ({ database, counts }) => `
SELECT counted.path AS path, counted.etag_hash AS etag_hash, sum(counted.rows) AS rows
FROM ${qualifiedName(database, counts)} AS counted
GROUP BY path, etag_hash`,
})
export type LoadCountRow = RowOf<typeof loadCounts>

/** All parts of a partition, active or not: a merge keeps its sources readable for some minutes. */
export const partitionParts = defineQuery({
  name: 'partition_parts',
  params: z.object({ database: z.string(), table: z.string(), partition_id: z.string() }),
  row: z.object({
    name: z.string(),
    active: flag,
    rows: uint64,
    hash_of_all_files: z.string(),
    min_block_number: int64,
    max_block_number: int64,
  }),
  sql: `
SELECT name, active, rows, hash_of_all_files, min_block_number, max_block_number
FROM system.parts
WHERE database = {database: String} AND table = {table: String} AND partition_id = {partition_id: String}
ORDER BY min_block_number, name`,
})
export type PartitionPartRow = RowOf<typeof partitionParts>

/** The highest block number of each partition, over all existing parts. */
export const partitionFloors = defineQuery({
  name: 'partition_floors',
  params: z.object({ database: z.string(), table: z.string() }),
  row: z.object({ partition_id: z.string(), floor: int64 }),
  sql: `
SELECT partition_id, max(max_block_number) AS floor
FROM system.parts
WHERE database = {database: String} AND table = {table: String}
GROUP BY partition_id`,
})
export type PartitionFloorRow = RowOf<typeof partitionFloors>

/** Rows of a table on this node, from its active parts. */
export const activeRows = defineQuery({
  name: 'active_rows',
  params: z.object({ database: z.string(), table: z.string() }),
  row: z.object({ rows: uint64 }),
  sql: `
SELECT sum(parts.rows) AS rows
FROM system.parts AS parts
WHERE active AND database = {database: String} AND table = {table: String}`,
})

/** Existing tables of attempts. */
export const tablesByPrefix = defineQuery({
  name: 'tables_by_prefix',
  params: z.object({ database: z.string(), prefix: z.string() }),
  row: z.object({ name: z.string() }),
  sql: `
SELECT name
FROM system.tables
WHERE database = {database: String} AND startsWith(name, {prefix: String})
ORDER BY name`,
})

/** The same in all databases. */
export const stagingTables = defineQuery({
  name: 'staging_tables',
  params: z.object({ prefix: z.string() }),
  row: z.object({ database: z.string(), name: z.string() }),
  sql: `
SELECT database, name
FROM system.tables
WHERE startsWith(name, {prefix: String})
ORDER BY database, name`,
})

/**
 * What this node reads and writes now for the statements of a load, whichever node they were sent to. Bytes are those
 * read from the store (compressed, as in the manifest): total_rows_approx is 0 for text formats.
 */
export const loadProgress = defineQuery({
  name: 'load_progress',
  params: z.object({ query_ids: z.array(z.string()).min(1) }),
  row: z.object({
    statements: uint64,
    elapsed: float,
    s3_read_bytes: uint64,
    read_rows: uint64,
    written_rows: uint64,
    memory_bytes: int64,
    s3_requests: uint64,
  }),
  sql: `
SELECT
    count() AS statements,
    max(elapsed) AS elapsed,
    sum(ProfileEvents['ReadBufferFromS3Bytes']) AS s3_read_bytes,
    sum(read_rows) AS read_rows,
    sum(written_rows) AS written_rows,
    sum(memory_usage) AS memory_bytes,
    sum(ProfileEvents['S3GetObject']) AS s3_requests
FROM system.processes
WHERE has({query_ids: Array(String)}, initial_query_id)`,
})
export type LoadProgressRow = RowOf<typeof loadProgress>

/** Parts that a load has written on this node and not yet published to its table. */
export const stagedParts = defineQuery({
  name: 'staged_parts',
  params: z.object({ database: z.string(), prefix: z.string() }),
  row: z.object({ parts: uint64, bytes: uint64 }),
  sql: `
SELECT count() AS parts, sum(bytes_on_disk) AS bytes
FROM system.parts
WHERE active AND rows > 0 AND database = {database: String} AND startsWith(table, {prefix: String})`,
})
export type StagedPartsRow = RowOf<typeof stagedParts>
