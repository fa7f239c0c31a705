import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { dateTimeOrNone, uint64 } from '../query/scalars.ts'
import type { S3Arguments } from '../s3/s3-arguments.ts'
import { qualifiedName } from '../sql/qualified-name.ts'
import { quoteIdentifier } from '../sql/quote-identifier.ts'
import { type ArchiveRows, archiveReadSettings, archiveRowsCondition } from '../statements/archive.ts'

const dayInSeconds = 86_400
const bound = z.record(z.string(), z.union([z.string(), z.array(z.string())]))

const checksRow = z.object({
  rows: uint64,
  row_sum: uint64,
  column_sums: z.array(uint64),
  key_min: z.string(),
  key_max: z.string(),
})

/** A column may have the name of a result, such as rows. */
const readSettings = Object.entries({
  ...archiveReadSettings,
  use_hive_partitioning: 0,
  prefer_column_name_to_alias: 1,
})
  .map(([name, value]) => `${name} = ${typeof value === 'number' ? value : `'${value}'`}`)
  .join(', ')

/**
 * Sums of hashes modulo 2^64, which do not depend on the order of rows: one of whole rows, one of each column. A tuple of
 * one value has a hash also where it is NULL.
 * @param values SQL of each column, as it is in the table.
 * @param key SQL of the first key column; null: none.
 */
export function archiveSums(values: readonly string[], key: string | null): string {
  return `count() AS rows,
    sum(cityHash64(tuple(${values.join(', ')}))) AS row_sum,
    [${values.map((value) => `sum(cityHash64(tuple(${value})))`).join(', ')}] AS column_sums,
    ${key === null ? "''" : `toString(min(${key}))`} AS key_min,
    ${key === null ? "''" : `toString(max(${key}))`} AS key_max`
}

/** What frozen parts hold, from the replica. */
export function archiveSourceChecks(rows: ArchiveRows, values: readonly string[], key: string | null) {
  const condition = archiveRowsCondition(rows)
  return {
    params: condition.params as z.input<typeof bound>,
    query: defineQuery({
      name: 'archive_source_checks',
      maxExecutionSeconds: dayInSeconds,
      params: bound,
      row: checksRow,
      sql: `SELECT ${archiveSums(values, key)}
FROM ${qualifiedName(rows.from.database, rows.from.table)}
WHERE ${condition.sql}
SETTINGS ${readSettings}`,
    }),
  }
}

/** What a file holds, read back from the bucket. */
export function archiveFileChecks({ sql }: S3Arguments, values: readonly string[], key: string | null) {
  return defineQuery({
    name: 'archive_file_checks',
    maxExecutionSeconds: dayInSeconds,
    params: z.record(z.string(), z.string()),
    row: checksRow,
    sql: `SELECT ${archiveSums(values, key)}
FROM s3(${sql})
SETTINGS ${readSettings}, s3_retry_attempts = '5', schema_inference_use_cache_for_s3 = 0`,
  })
}

/** What partitions of a table hold now, each as a row of its own. */
export function restoredChecks(
  at: { database: string; table: string },
  values: readonly string[],
  key: string | null,
) {
  return defineQuery({
    name: 'archive_restored_checks',
    maxExecutionSeconds: dayInSeconds,
    params: z.object({ partition_id: z.string() }),
    row: checksRow,
    sql: `SELECT ${archiveSums(values, key)}
FROM ${qualifiedName(at.database, at.table)}
WHERE _partition_id = {partition_id: String}
SETTINGS ${readSettings}`,
  })
}

/** From and to which time the rows of a partition are, by the dates and times of its key. A date is the whole of its day in UTC. */
export const partitionTimes = defineQuery({
  name: 'archive_partition_times',
  params: z.object({ database: z.string(), table: z.string(), partition_id: z.string() }),
  row: z.object({ oldest: dateTimeOrNone, newest: dateTimeOrNone }),
  sql: `
SELECT
    if(has_time, min(min_time), toDateTime(min(min_date), 'UTC')) AS oldest,
    if(has_time, max(max_time), if(max(max_date) = toDate(0), toDateTime(0, 'UTC'), toDateTime(max(max_date), 'UTC') + 86399)) AS newest,
    max(max_time) > toDateTime(0) AS has_time
FROM system.parts
WHERE active AND database = {database: String} AND table = {table: String} AND partition_id = {partition_id: String}`,
})

/** Of one node: what decides whether a partition can be archived, beside its parts. */
export const archiveObstacles = defineQuery({
  name: 'archive_obstacles',
  params: z.object({ database: z.string(), table: z.string() }),
  row: z.object({
    partition_id: z.string(),
    masked_parts: uint64,
    patch_parts: uint64,
  }),
  sql: `
SELECT
    if(startsWith(partition_id, 'patch-'), substring(partition_id, 40), partition_id) AS partition_id,
    countIf(has_lightweight_delete) AS masked_parts,
    countIf(startsWith(system.parts.partition_id, 'patch-')) AS patch_parts
FROM system.parts
WHERE active AND database = {database: String} AND table = {table: String}
GROUP BY 1
HAVING masked_parts > 0 OR patch_parts > 0`,
})

/** Of one node: what its table is in, and what is changing it. */
export const archiveTableFacts = defineQuery({
  name: 'archive_table_facts',
  params: z.object({ database: z.string(), table: z.string() }),
  row: z.object({ server_version: z.string(), database_engine: z.string(), pending_mutations: uint64 }),
  sql: `
SELECT
    version() AS server_version,
    (SELECT any(engine) FROM system.databases WHERE name = {database: String}) AS database_engine,
    (SELECT count() FROM system.mutations
     WHERE database = {database: String} AND table = {table: String} AND NOT is_done) AS pending_mutations`,
})

/** Detached parts of a partition on one node. */
export const detachedParts = defineQuery({
  name: 'detached_parts',
  params: z.object({ database: z.string(), table: z.string(), partition_id: z.string() }),
  row: z.object({ name: z.string(), bytes_on_disk: uint64 }),
  sql: `
SELECT name, bytes_on_disk
FROM system.detached_parts
WHERE database = {database: String} AND table = {table: String} AND partition_id = {partition_id: String}
ORDER BY name`,
})
export type DetachedPartRow = RowOf<typeof detachedParts>

/** Statements of one node whose ID begins like this, and that still run. */
export const runningStatements = defineQuery({
  name: 'running_statements',
  params: z.object({ prefix: z.string().min(1) }),
  row: z.object({ query_id: z.string() }),
  sql: 'SELECT query_id FROM system.processes WHERE startsWith(query_id, {prefix: String})',
})

/** The first column of a key, quoted, from the key as the server shows it; null: an expression, or no key. */
export function firstKeyColumn(sortingKey: string, columns: readonly string[]): string | null {
  const quoted = columns.map((name) => ({ name, sql: quoteIdentifier(name) }))
  const first = quoted.find(
    ({ name, sql }) =>
      sortingKey === name ||
      sortingKey === sql ||
      sortingKey.startsWith(`${name},`) ||
      sortingKey.startsWith(`${sql},`),
  )
  return first?.sql ?? null
}
