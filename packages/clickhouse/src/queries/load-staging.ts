import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { flag, int64, uint64 } from '../query/scalars.ts'
import { qualifiedName } from '../sql/qualified-name.ts'

/** What was read of each object, as this node's part of an attempt counted it. */
export const loadCounts = defineQuery({
  name: 'load_counts',
  params: z.object({ database: z.string(), counts: z.string() }),
  row: z.object({ path: z.string(), etag: z.string(), rows: uint64 }),
  sql: ({ database, counts }) => `
SELECT counted.path AS path, counted.etag AS etag, sum(counted.rows) AS rows
FROM ${qualifiedName(database, counts)} AS counted
GROUP BY path, etag`,
})
export type LoadCountRow = RowOf<typeof loadCounts>

/** All parts of a partition, active or not: a merge leaves its sources readable for some minutes. */
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

/** The highest block number of each partition, of all parts that are still there. */
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

/** Tables of attempts that are still there. */
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
