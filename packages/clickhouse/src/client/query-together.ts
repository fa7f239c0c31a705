import { type AskedQuery, joinQueries } from '../query/join-queries.ts'
import { copyableSql, type SqlParams } from '../sql/copyable-sql.ts'
import type { NodeClient } from './node-client.ts'
import { parseRow } from './parse-rows.ts'
import type { QueryOptions } from './query-options.ts'
import type { QueryResult } from './read-rows.ts'

/**
 * Asks one node several questions in one statement: each result as if it had been asked alone, but for its time, which
 * is that of the whole. One that the server refuses, or whose rows are not as expected, fails all of them.
 * @throws QueryFailedError or UnexpectedRowsError.
 */
export async function queryTogether(
  client: NodeClient,
  members: readonly AskedQuery[],
  options: QueryOptions = {},
): Promise<QueryResult<unknown>[]> {
  const joined = await client.query(joinQueries(members), {}, options)
  const lines = members.map((): { position: bigint; row: string }[] => [])
  for (const { member, position, row } of joined.rows) lines[member]?.push({ position, row })
  return members.map(({ query, params: given }, index) => {
    const params: SqlParams = query.params.parse(given)
    const sql = query.render(params)
    const own = (lines[index] ?? []).sort((a, b) => Number(a.position - b.position))
    const rows = own.map(({ row }, position) => parseRow(query, client.name, row, position))
    return { ...joined, name: query.name, rows, sql, params, copyableSql: copyableSql(sql, params) }
  })
}
