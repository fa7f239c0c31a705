import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { uint64 } from '../query/scalars.ts'
import { qualifiedName } from '../sql/qualified-name.ts'
import { quoteIdentifier } from '../sql/quote-identifier.ts'
import { quoteString } from '../sql/quote-string.ts'
import { isDeletedSql, isPastSql, ttlDelete, ttlSeconds } from '../sql/ttl-past.ts'

const ttlColumn = z.object({
  name: z.string(),
  type: z.string(),
  /** The column's own TTL. */
  expression: z.string(),
  /** The column's value after expiry; null: the default of its type. */
  fallback: z.string().nullable(),
})

/**
 * What a table's TTLs remove from each part, counted by the server from the rows themselves: the rows past a DELETE
 * rule, of the others those past each GROUP BY rule, and for each column with a TTL the non-default values: those past
 * the TTL, and all. `at` is the reference time. Rows hidden by a lightweight DELETE are not counted. The expressions
 * are SQL; pass only normalized ones.
 */
export const ttlLosses = defineQuery({
  name: 'ttl_losses',
  params: z
    .object({
      database: z.string(),
      table: z.string(),
      deletes: z.array(ttlDelete),
      folds: z.array(z.string()),
      columns: z.array(ttlColumn),
      at: z.date(),
    })
    .transform(({ at, deletes, folds, columns, ...rest }) => ({
      ...rest,
      gone: isDeletedSql(deletes),
      folds: folds.map(isPastSql),
      pasts: columns.map(({ expression }) => isPastSql(expression)),
      values: columns.map(isValueSql),
      at_s: ttlSeconds(at),
    })),
  row: z.object({
    part: z.string(),
    rows: uint64,
    deleted: uint64,
    folded: z.array(uint64),
    past_values: z.array(uint64),
    all_values: z.array(uint64),
    past_values_with_deleted: z.array(uint64),
    all_values_with_deleted: z.array(uint64),
  }),
  maxExecutionSeconds: 120,
  sql: ({ database, table, gone, folds, pasts, values }) => {
    const name = (kind: string, conditions: readonly string[]) =>
      conditions.map((condition, index) => `, ${condition} AS __${kind}_${index}`).join('')
    const looked = `(${gone}) AS __gone${name('fold', folds)}${name('past', pasts)}${name('value', values)}`
    const counts = (of: readonly unknown[], condition: (index: number) => string) =>
      `[${of.map((_, index) => `countIf(${condition(index)})`).join(', ')}]::Array(UInt64)`
    const isPastValue = (index: number) => `__past_${index} AND __value_${index}`
    return `
SELECT
    __part AS part,
    count() AS rows,
    countIf(__gone) AS deleted,
    ${counts(folds, (index) => `NOT __gone AND __fold_${index}`)} AS folded,
    ${counts(values, (index) => `NOT __gone AND ${isPastValue(index)}`)} AS past_values,
    ${counts(values, (index) => `NOT __gone AND __value_${index}`)} AS all_values,
    ${counts(values, isPastValue)} AS past_values_with_deleted,
    ${counts(values, (index) => `__value_${index}`)} AS all_values_with_deleted
FROM (SELECT _part AS __part, ${looked} FROM ${qualifiedName(database, table)})
GROUP BY __part`
  },
})
export type TtlLossRow = RowOf<typeof ttlLosses>

/**
 * Rows of each part that a GROUP BY rule aggregates, and the result: one row for each run of expired rows with the same
 * keys, in the order of the part. A row that is not expired ends a run (TTLAggregationAlgorithm, seen on 26.7).
 */
export const ttlFolds = defineQuery({
  name: 'ttl_folds',
  params: z
    .object({
      database: z.string(),
      table: z.string(),
      deletes: z.array(ttlDelete),
      expression: z.string(),
      keys: z.string(),
      at: z.date(),
    })
    .transform(({ at, deletes, expression, ...rest }) => ({
      ...rest,
      gone: isDeletedSql(deletes),
      past: isPastSql(expression),
      at_s: ttlSeconds(at),
    })),
  row: z.object({ part: z.string(), folded: uint64, runs: uint64 }),
  maxExecutionSeconds: 120,
  sql: ({ database, table, gone, past, keys }) => `
SELECT __part AS part, countIf(__past) AS folded, countIf(__past AND NOT (__past_before AND __keys = __keys_before)) AS runs
FROM
(
    SELECT
        __part, __past, __keys,
        lagInFrame(__past) OVER __in_part AS __past_before,
        lagInFrame(__keys) OVER __in_part AS __keys_before
    FROM
    (
        SELECT _part AS __part, _part_offset AS __offset, ${past} AS __past, sipHash64(tuple(${keys})) AS __keys
        FROM ${qualifiedName(database, table)}
        WHERE NOT (${gone})
    )
    WINDOW __in_part AS (PARTITION BY __part ORDER BY __offset ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)
)
GROUP BY __part`,
})
export type TtlFoldRow = RowOf<typeof ttlFolds>

/**
 * Differs from the column's fallback. Works for any type, also one that cannot be compared: in a tuple NULL is hashed
 * too.
 */
function isValueSql({ name, type, fallback }: z.infer<typeof ttlColumn>): string {
  const quoted = quoteString(type)
  const value = fallback === null ? `defaultValueOfTypeName(${quoted})` : `CAST((${fallback}), ${quoted})`
  return `(sipHash128(tuple(${quoteIdentifier(name)})) != sipHash128(tuple(${value})))`
}
