import type { MigrationLab } from './migration-lab.ts'

type Lab = Pick<MigrationLab, 'admins' | 'rows'>

/** What a node was sent for these purposes since then, as its own log has it. */
export async function listSent(
  lab: Lab,
  node: string,
  purposes: readonly string[],
  since: Date,
): Promise<string[]> {
  const client = lab.admins.find(([name]) => name === node)?.[1]
  if (!client) throw new Error(`The lab has no node ${node}.`)
  await client.command({ query: 'SYSTEM FLUSH LOGS' })
  const rows = await lab.rows<{ query: string }>(
    client,
    `SELECT query FROM system.query_log
     WHERE type != 'QueryStart' AND is_initial_query
       AND query_start_time_microseconds >= fromUnixTimestamp64Milli(${since.getTime()})
       AND log_comment IN (${purposes.map((purpose) => `'_frostline/${purpose}'`).join(', ')})
     ORDER BY query_start_time_microseconds`,
  )
  return rows.map(({ query }) => query)
}

/** As the engine writes them, each on one line: so texts of different line breaks and casts of literals are the same. */
export async function formatByEngine(lab: Lab, statements: readonly string[]): Promise<string[]> {
  const [[, client] = []] = lab.admins
  if (!client) throw new Error('The lab has no node.')
  return Promise.all(
    statements.map(async (query) => {
      const answer = await client.query({
        query: 'SELECT formatQuerySingleLine({query: String}) AS line',
        query_params: { query },
        format: 'JSONEachRow',
      })
      const [row] = await answer.json<{ line: string }>()
      return (row?.line ?? '')
        .replace(/_CAST\((\[[^\]]*\]|'(?:[^'\\]|\\.)*'), '(?:Array\(String\)|String)'\)/g, '$1')
        .replace(/ FORMAT \w+$/, '')
    }),
  )
}
