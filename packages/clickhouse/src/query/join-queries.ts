import { z } from 'zod'
import type { ParamValue, SqlParams } from '../sql/copyable-sql.ts'
import { defineQuery, type QueryDefinition } from './define-query.ts'
import { integer, uint64 } from './scalars.ts'

/** A query as it would be sent alone: its SQL, with placeholders, and its parsed parameters. */
export interface RenderedQuery {
  name: string
  maxExecutionSeconds: number
  sql: string
  params: SqlParams
}

export interface JoinedRow {
  /** Which of the joined queries, from 0. */
  member: number
  /** Of its rows, in its own order. */
  position: bigint
  /** A row of that query in JSONEachRow. */
  row: string
}

/**
 * Several reads as one statement, each a branch of UNION ALL. Every branch renders its rows itself, with the
 * statement's settings, so their columns need not have anything in common. rowNumberInAllBlocks() keeps the order of a
 * branch: branches arrive interleaved, and a sort under a stateful function is not optimized away.
 */
export function joinQueries(
  members: readonly RenderedQuery[],
): QueryDefinition<object, SqlParams, JoinedRow> {
  const bound: Record<string, ParamValue | undefined> = {}
  const branches = members.map(({ sql, params }, index) => {
    const prefix = `q${index}_`
    for (const [name, value] of Object.entries(params)) bound[prefix + name] = value
    const own = sql.replace(/\{(\w+)(?=\s*:)/g, `{${prefix}$1`)
    return `SELECT ${index} AS member, rowNumberInAllBlocks() AS position, formatRowNoNewline('JSONEachRow', *) AS row\nFROM (\n${own}\n)`
  })
  return defineQuery({
    name: members.map(({ name }) => name).join('+'),
    params: z.object({}).transform((): SqlParams => bound),
    row: z.object({ member: integer, position: uint64, row: z.string() }),
    maxExecutionSeconds: Math.max(...members.map((member) => member.maxExecutionSeconds)),
    sql: branches.join('\nUNION ALL\n'),
  })
}
