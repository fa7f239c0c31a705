import type { QueryDefinition } from '../query/define-query.ts'
import { joinQueries } from '../query/join-queries.ts'
import { copyableSql, type SqlParams } from '../sql/copyable-sql.ts'
import type { NodeClient } from './node-client.ts'
import { parseRow } from './parse-rows.ts'
import type { QueryOptions } from './query-options.ts'
import type { QueryResult } from './read-rows.ts'

/** A query with its parameters. */
// biome-ignore lint/suspicious/noExplicitAny: queries of different parameters and rows stand in one list.
export interface AskedQuery<In = any, Row = any> {
  // biome-ignore lint/suspicious/noExplicitAny: see above.
  query: QueryDefinition<In, any, Row>
  params: In
}

/**
 * Sends one node several queries as one statement: each result as if sent alone, except for its time, which is that of
 * the whole. One query that the server rejects, or whose rows are not as expected, fails all of them.
 * @throws QueryFailedError, UnexpectedRowsError, or ZodError on invalid parameters.
 */
export async function queryTogether(
  client: NodeClient,
  asked: readonly AskedQuery[],
  options: QueryOptions = {},
): Promise<QueryResult<unknown>[]> {
  const members = asked.map(({ query, params: given }) => {
    const params: SqlParams = query.params.parse(given)
    const { name, maxExecutionSeconds } = query
    return { query, name, maxExecutionSeconds, params, sql: query.render(params) }
  })
  const joined = await client.query(joinQueries(members), {}, options)
  return members.map(({ query, name, params, sql }, index) => {
    const rows = joined.rows
      .filter(({ member }) => member === index)
      .sort((a, b) => Number(a.position - b.position))
      .map(({ row }, position) => parseRow(query, client.name, row, position))
    return { ...joined, name, rows, sql, params, copyableSql: copyableSql(sql, params) }
  })
}
