import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { int64 } from '../query/scalars.ts'
import { qualifiedName } from '../sql/qualified-name.ts'
import { goneSql, ttlDelete, ttlSeconds } from '../sql/ttl-past.ts'

/**
 * When the rows of each part are due by TTL expressions, computed by the server from the rows themselves, in its time
 * zone: first and last time in epoch milliseconds by expression. Rows that a DELETE takes at `at` count as gone, so
 * that they do not hold back their part. Where an expression is over a column of the partition key and nothing is
 * deleted, the server answers from its index and reads no row; else it reads the columns. The expressions are SQL;
 * give only what was normalized before.
 */
export const ttlDueTimes = defineQuery({
  name: 'ttl_due_times',
  params: z
    .object({
      database: z.string(),
      table: z.string(),
      expressions: z.array(z.string()),
      deletes: z.array(ttlDelete),
      at: z.date(),
    })
    .transform(({ at, deletes, ...rest }) => ({
      ...rest,
      gone: deletes.length === 0 ? '' : goneSql(deletes),
      at_s: ttlSeconds(at),
    })),
  row: z.object({
    part: z.string(),
    first_ms: z.array(int64),
    last_ms: z.array(int64),
  }),
  maxExecutionSeconds: 120,
  sql: ({ database, table, expressions, gone }) => {
    const reduce = (name: 'min' | 'max') =>
      `[${expressions.map((expression) => aggregate(name, expression, gone)).join(', ')}]::Array(Int64)`
    return `
SELECT
    _part AS part,
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
function aggregate(name: 'min' | 'max', expression: string, gone: string): string {
  return gone === ''
    ? milliseconds(`${name}(${expression})`)
    : milliseconds(`${name}If(${expression}, NOT (${gone}))`)
}
