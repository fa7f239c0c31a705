import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'

/**
 * A TTL in the server's own spelling, read by its parser alone: no table is looked at and nothing is changed. The
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
