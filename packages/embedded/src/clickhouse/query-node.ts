import type { Credentials } from './start-cluster.ts'

export interface QueryOptions {
  readonly parameters?: Readonly<Record<string, string>>
  readonly settings?: Readonly<Record<string, string | number>>
  readonly timeoutMs?: number
  readonly abort?: AbortSignal | undefined
}

/** A statement that ClickHouse rejected. */
export class StatementError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/**
 * Sends one statement to one node and returns its rows (JSONEachRow, UInt64 as strings), none for a statement without a
 * result. A bare client for seeding, and for tests that check the product against it.
 *
 * @throws StatementError with the ClickHouse code.
 */
export async function queryNode<Row = Record<string, unknown>>(
  httpUrl: string,
  user: Credentials,
  sql: string,
  options: QueryOptions = {},
): Promise<Row[]> {
  const url = new URL(httpUrl)
  const settings = { output_format_json_quote_64bit_integers: 1, wait_end_of_query: 1, ...options.settings }
  for (const [name, value] of Object.entries(settings)) url.searchParams.set(name, String(value))
  for (const [name, value] of Object.entries(options.parameters ?? {})) {
    url.searchParams.set(`param_${name}`, value)
  }
  const response = await fetch(url, {
    method: 'POST',
    body: sql,
    headers: {
      'X-ClickHouse-User': user.username,
      'X-ClickHouse-Key': user.password,
      'X-ClickHouse-Format': 'JSONEachRow',
    },
    signal: AbortSignal.any([
      AbortSignal.timeout(options.timeoutMs ?? 120_000),
      ...(options.abort ? [options.abort] : []),
    ]),
  })
  const text = await response.text()
  const code = response.headers.get('x-clickhouse-exception-code')
  if (!response.ok || code !== null) throw new StatementError(Number(code ?? 0), text.trim())
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row)
}
