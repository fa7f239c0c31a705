import { typeSettings } from '@frostline/clickhouse'
import type { MigrationLab } from './migration-lab.ts'

type Lab = Pick<MigrationLab, 'admins' | 'rows'>

/** What a node was sent for these purposes since a time, from its own log. */
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

/** As the engine formats them, each on one line: so that line breaks and casts of literals do not matter. */
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
        .replace(/ FORMAT \w+(?=$| SETTINGS )/, '')
    }),
  )
}

/** Settings of what a node was sent and of what was shown, for each statement. */
export async function compareSettings(
  lab: Lab,
  node: string,
  {
    shown,
    purposes,
    since,
    queryId = null,
  }: { shown: readonly string[]; purposes: readonly string[]; since: Date; queryId?: string | null },
): Promise<{ sent: string[]; shown: string[] }> {
  const client = lab.admins.find(([name]) => name === node)?.[1]
  if (!client) throw new Error(`The lab has no node ${node}.`)
  const known = await lab.rows<{ name: string; initial: string; changed: boolean }>(
    client,
    'SELECT name, `default` AS initial, CAST(changed AS Bool) AS changed FROM system.settings',
  )
  // A setting that follows the machine, such as max_threads, is auto(2) for 2: the log omits an explicit 2 as well.
  const initial = new Map(
    known.map((setting) => [setting.name, setting.initial.replace(/^'?auto\((\d+)\)'?$/, '$1')]),
  )
  const named = shown.map(readShownSettings)
  const compared = new Set(named.flatMap((settings) => Object.keys(settings)))
  // Settings that every request of ours has, or the lab's profile sets, do not matter unless they are shown.
  const common = new Set([...everyRequest, ...known.flatMap(({ name, changed }) => (changed ? [name] : []))])
  const rows = await lab.rows<{ query: string; settings: Record<string, string> }>(
    client,
    `SELECT query, Settings AS settings FROM system.query_log
     WHERE type != 'QueryStart' AND is_initial_query
       AND query_start_time_microseconds >= fromUnixTimestamp64Milli(${since.getTime()})
       AND log_comment IN (${purposes.map((purpose) => `'_frostline/${purpose}'`).join(', ')})
       ${queryId === null ? '' : `AND query_id = '${queryId}'`}`,
  )
  const write = (settings: readonly (readonly [string, string])[]) =>
    settings
      .map(([name, value]) => `${name} = ${value}`)
      .toSorted()
      .join(', ')
  return {
    // The log omits settings at their default.
    shown: named
      .map((settings) =>
        write(Object.entries(settings).filter(([name, value]) => initial.get(name) !== value)),
      )
      .toSorted(),
    sent: rows
      .map(({ query, settings }) =>
        write(
          Object.entries(settings).filter(
            ([name, value]) =>
              (compared.has(name) || !common.has(name)) &&
              initial.get(name) !== value &&
              !query.includes(`${name} = `),
          ),
        ),
      )
      .toSorted(),
  }
}

/**
 * Each text and its settings match the node's log by query id, and the texts are all that the node was sent for a
 * benchmark. Those of a cache drop have no query id: they are sent several at a time.
 */
export async function compareShown(
  lab: Lab,
  node: string,
  statements: readonly { queryId: string | null; statement: string }[],
  since: Date,
): Promise<{ sent: string[][]; shown: string[][] }> {
  const client = lab.admins.find(([name]) => name === node)?.[1]
  if (!client) throw new Error(`The lab has no node ${node}.`)
  const all = await listSent(lab, node, ['benchmark', 'drop_cache'], since)
  const texts = statements.map(({ statement }) => statement)
  const sent = [(await formatByEngine(lab, all)).toSorted()]
  const shown = [(await formatByEngine(lab, texts)).toSorted()]
  for (const { queryId, statement } of statements) {
    if (queryId === null) continue
    const rows = await lab.rows<{ query: string }>(
      client,
      `SELECT query FROM system.query_log WHERE type != 'QueryStart' AND query_id = '${queryId}'`,
    )
    const of = { shown: [statement], purposes: ['benchmark'], since, queryId }
    const settings = await compareSettings(lab, node, of)
    sent.push([
      ...(await formatByEngine(
        lab,
        rows.map(({ query }) => query),
      )),
      ...settings.sent,
    ])
    shown.push([...(await formatByEngine(lab, [statement])), ...settings.shown])
  }
  return { sent, shown }
}

const everyRequest = [
  'log_comment',
  'wait_end_of_query',
  'send_progress_in_http_headers',
  'http_headers_progress_interval_ms',
  // Output settings, time limits and accepted types of our reads.
  'readonly',
  'max_execution_time',
  'cancel_http_readonly_queries_on_client_close',
  'output_format_parallel_formatting',
  'output_format_json_quote_64bit_integers',
  'output_format_json_quote_64bit_floats',
  'output_format_json_quote_denormals',
  'output_format_json_named_tuples_as_objects',
  'date_time_output_format',
  ...Object.keys(typeSettings),
]

function readShownSettings(shown: string): Record<string, string> {
  const [, settings] = /^-- Sent with: (.*)/.exec(shown) ?? []
  return Object.fromEntries(
    (settings?.split(', ') ?? []).map((setting) => setting.split(' = ') as [string, string]),
  )
}
