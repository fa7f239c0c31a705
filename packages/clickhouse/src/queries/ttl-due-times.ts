import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { int64, uint64 } from '../query/scalars.ts'
import { qualifiedName } from '../sql/qualified-name.ts'

/**
 * When the rows of each part are due by TTL expressions, computed by the server from the rows themselves, in its time
 * zone: first and last time in epoch milliseconds by expression, and the rows that a DELETE would take at `now`.
 * Rows that go count as gone, so that they do not hold back their part. Where an expression is over a column of the
 * partition key and nothing is deleted, the server answers from its index and reads no row; else it reads the columns.
 * The expressions are SQL; give only what was normalized before.
 */
export const ttlDueTimes = defineQuery({
  name: 'ttl_due_times',
  params: z
    .object({
      database: z.string(),
      table: z.string(),
      expressions: z.array(z.string()),
      /** DELETE rules: `where` is null for one without a condition. */
      deletes: z.array(z.object({ expression: z.string(), where: z.string().nullable() })),
      now: z.date(),
    })
    .transform(({ database, table, expressions, deletes, now }) => ({
      database,
      table,
      expressions,
      expired: deletes.map(({ expression, where }) =>
        where === null
          ? `${milliseconds(expression)} <= {now_ms: Int64}`
          : `(${milliseconds(expression)} <= {now_ms: Int64} AND (${where}))`,
      ),
      now_ms: BigInt(now.getTime()),
    })),
  row: z.object({
    part: z.string(),
    rows: uint64,
    expired_rows: uint64,
    first_ms: z.array(int64),
    last_ms: z.array(int64),
  }),
  maxExecutionSeconds: 120,
  sql: ({ database, table, expressions, expired }) => {
    const gone = expired.length === 0 ? null : expired.join(' OR ')
    const reduce = (name: 'min' | 'max') =>
      `[${expressions.map((expression) => aggregate(name, expression, gone)).join(', ')}]::Array(Int64)`
    return `
SELECT
    _part AS part,
    count() AS rows,
    ${gone === null ? 'toUInt64(0)' : `countIf(${gone})`} AS expired_rows,
    ${reduce('min')} AS first_ms,
    ${reduce('max')} AS last_ms
FROM ${qualifiedName(database, table)}
GROUP BY _part`
  },
})
export type TtlDueTimeRow = RowOf<typeof ttlDueTimes>

function milliseconds(expression: string): string {
  return `toUnixTimestamp64Milli(toDateTime64(${expression}, 3))`
}

/** The conversion stands outside of min and max: inside it would keep the server from using its index. */
function aggregate(name: 'min' | 'max', expression: string, gone: string | null): string {
  return gone === null
    ? milliseconds(`${name}(${expression})`)
    : milliseconds(`${name}If(${expression}, NOT (${gone}))`)
}
