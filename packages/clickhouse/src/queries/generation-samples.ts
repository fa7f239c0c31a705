import { z } from 'zod'
import { defineQuery } from '../query/define-query.ts'
import { integer, uint64 } from '../query/scalars.ts'
import { quoteString } from '../sql/quote-string.ts'

const nothing = z.object({})

/** The columns of a SELECT, which is SQL of the product or of an admin. Reads no row. */
export function describeRows(rows: string) {
  return defineQuery({
    name: 'describe_rows',
    params: nothing,
    row: z.object({ name: z.string(), type: z.string() }),
    sql: `DESCRIBE TABLE (\n${rows}\n)`,
    maxExecutionSeconds: 15,
  })
}

/** The first rows, values as JSON text. */
export function firstRows(rows: string, limit: number) {
  return defineQuery({
    name: 'first_rows',
    params: nothing,
    row: z.object({ row: z.string(), n: integer }),
    sql: `SELECT formatRowNoNewline('JSONCompactEachRow', *) AS row, 1 AS n FROM (\n${rows}\n) LIMIT ${limit}`,
    maxExecutionSeconds: 15,
  })
}

/** The first rows as text of a format with one line per row: their bytes, and the text itself. */
export function textOfRows(rows: string, format: string, limit: number) {
  return defineQuery({
    name: 'text_of_rows',
    params: nothing,
    row: z.object({ rows: uint64, bytes: uint64, text: z.string() }),
    sql: `SELECT count() AS rows, sum(length(line)) AS bytes, arrayStringConcat(groupArray(line)) AS text
FROM (SELECT formatRow(${quoteString(format)}, *) AS line FROM (\n${rows}\n) LIMIT ${limit})`,
    maxExecutionSeconds: 15,
  })
}
