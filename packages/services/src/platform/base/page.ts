import { z } from 'zod'

/** Of a query: the rows after the last one of the previous page, and one more than a page has. */
export function pageAfter({ after, limit }: { after?: string | undefined; limit: number }) {
  return { take: limit + 1, ...(after ? { cursor: { id: after }, skip: 1 } : {}) }
}

/** The rows of a page, and where the next page begins: after its last row. Null: there is none. */
export function cutPage<Row, Next>(
  rows: readonly Row[],
  limit: number,
  nextOf: (last: Row) => Next,
): { page: Row[]; next: Next | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page, next: last !== undefined && rows.length > page.length ? nextOf(last) : null }
}

/** Where a page of numbered rows begins. */
export function afterOrdinal(row: string) {
  return z.coerce
    .number()
    .int()
    .min(-1)
    .max(2_147_483_647)
    .default(-1)
    .describe(`Ordinal of the last ${row} of the previous page.`)
}
