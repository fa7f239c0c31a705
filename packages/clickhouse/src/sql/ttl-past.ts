import { z } from 'zod'

/** A rule that removes rows: `where` is null for one without a condition. */
export const ttlDelete = z.object({ expression: z.string(), where: z.string().nullable() })
export type TtlDelete = z.infer<typeof ttlDelete>

/** The server compares whole seconds, and takes a time of exactly 0 for "no TTL": such a row never expires (26.7). */
export function isPastSql(expression: string): string {
  const seconds = `intDiv(toUnixTimestamp64Milli(toDateTime64(${expression}, 3)), 1000)`
  return `(${seconds} != 0 AND ${seconds} <= {at_s: Int64})`
}

/** Whether a DELETE rule removes the row. */
export function isDeletedSql(deletes: readonly TtlDelete[]): string {
  const each = deletes.map(({ expression, where }) =>
    where === null ? isPastSql(expression) : `(${isPastSql(expression)} AND ifNull(toBool(${where}), false))`,
  )
  return each.length === 0 ? 'false' : each.join(' OR ')
}

/** For the parameter at_s of these conditions. */
export function ttlSeconds(at: Date): bigint {
  return BigInt(Math.floor(at.getTime() / 1000))
}
