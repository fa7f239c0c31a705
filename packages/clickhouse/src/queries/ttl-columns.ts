import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { dateTimeOrNone, uint64 } from '../query/scalars.ts'
import { qualifiedName } from '../sql/qualified-name.ts'

/**
 * For columns with a TTL of their own: in each active part the last time stored for it (null: none), and the bytes of
 * the column (0 in a compact part, which stores no size per column).
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

/** Defaults of MergeTree tables for TTL settings: name and value of each. */
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
 * The types of expressions over a table's columns: the server analyzes them and reads no row. Unknown columns and wrong
 * arguments are rejected with its own message. The expressions are SQL; pass only normalized ones.
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
 * A TTL in the server's own spelling, from its parser only: no table is read and nothing is changed. The result is a
 * whole CREATE statement, for parseTableTtl. Inside a CREATE only a TTL can follow the word; an ALTER, a list of
 * commands, would allow more. An invalid TTL is rejected with Code 62 and its position.
 */
export const normalizeTtl = defineQuery({
  name: 'normalize_ttl',
  params: z.object({ ttl: z.string() }).transform(({ ttl }) => ({ statement: ttlStatement(ttl) })),
  row: z.object({ statement: z.string() }),
  sql: 'SELECT formatQuerySingleLine({statement: String}) AS statement',
})
export type NormalizedTtlRow = RowOf<typeof normalizeTtl>

/** Only for a parser: it creates nothing. */
export function ttlStatement(ttl: string): string {
  return `CREATE TABLE t (x UInt8) ENGINE = MergeTree ORDER BY x TTL ${ttl}`
}

/** MATERIALIZE TTL mutations of one table, done or not. Replicas of a shard share mutation names. */
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
