import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { dateTimeOrNone, uint64 } from '../query/scalars.ts'
import { qualifiedName } from '../sql/qualified-name.ts'

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

/**
 * The types that expressions over a table's columns have: the server analyzes them and reads no row. Unknown columns
 * and wrong arguments are refused with its own words. The expressions are SQL; give only what was normalized before.
 */
export const ttlExpressionTypes = defineQuery({
  name: 'ttl_expression_types',
  params: z.object({
    database: z.string(),
    table: z.string(),
    expressions: z.array(z.string()).min(1),
  }),
  row: z.object({ name: z.string(), type: z.string() }),
  sql: ({ database, table, expressions }) => `
DESCRIBE (SELECT ${expressions.map((expression, index) => `(${expression}) AS e${index}`).join(', ')} FROM ${qualifiedName(database, table)})`,
})
export type TtlExpressionTypeRow = RowOf<typeof ttlExpressionTypes>

/**
 * A TTL in the server's own spelling, read by its parser alone: no table is read and nothing is changed. The
 * answer is a whole CREATE statement, for parseTableTtl. Inside of a CREATE nothing but a TTL can follow the word,
 * which an ALTER, a list of commands, would allow. A text that is no TTL is refused with Code 62 and its place.
 */
export const normalizeTtl = defineQuery({
  name: 'normalize_ttl',
  params: z.object({ ttl: z.string() }).transform(({ ttl }) => ({ statement: ttlStatement(ttl) })),
  row: z.object({ statement: z.string() }),
  sql: 'SELECT formatQuerySingleLine({statement: String}) AS statement',
})
export type NormalizedTtlRow = RowOf<typeof normalizeTtl>

/** For a parser alone: it creates nothing. */
export function ttlStatement(ttl: string): string {
  return `CREATE TABLE t (x UInt8) ENGINE = MergeTree ORDER BY x TTL ${ttl}`
}

/** MATERIALIZE TTL of one table, done or not. Replicas of a shard know a mutation by the same name. */
export const ttlMutations = defineQuery({
  name: 'ttl_mutations',
  params: z.object({ database: z.string(), table: z.string() }),
  row: z.object({ mutation_id: z.string() }),
  sql: `
SELECT mutation_id FROM system.mutations
WHERE database = {database: String} AND table = {table: String} AND command LIKE '%MATERIALIZE TTL%'
ORDER BY mutation_id`,
})
export type TtlMutationRow = RowOf<typeof ttlMutations>
