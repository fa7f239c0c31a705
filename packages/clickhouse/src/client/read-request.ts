import type { ClickHouseSettings } from '@clickhouse/client'
import type { QueryDefinition } from '../query/define-query.ts'
import type { ParamValue, SqlParams } from '../sql/copyable-sql.ts'
import { isStaleConnection } from './failure.ts'
import type { QueryOptions } from './query-options.ts'

/** Output settings of every read, independent of the version's defaults. The row schemas rely on them. */
const outputSettings = {
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_64bit_floats: 0,
  output_format_json_quote_denormals: 0,
  output_format_json_named_tuples_as_objects: 1,
  date_time_output_format: 'iso',
} satisfies ClickHouseSettings

/**
 * For statements that write the types of existing columns again, as the structure of s3() or in a copy of a table: the server
 * refuses some types there, and the owner of the table has accepted them already.
 */
export const typeSettings = {
  allow_suspicious_low_cardinality_types: 1,
  allow_suspicious_variant_types: 1,
} satisfies ClickHouseSettings

/**
 * readonly=2: no read can change data, but settings may be sent. The server stops a read whose client disconnected. Answers are
 * small, and starting threads to format them in parallel takes a third of the CPU time of a short read.
 */
const readSettings = {
  readonly: '2',
  cancel_http_readonly_queries_on_client_close: 1,
  output_format_parallel_formatting: 0,
} satisfies ClickHouseSettings

export interface ReadRequest<Params> {
  sql: string
  params: Params
  bound: Record<string, ParamValue>
  settings: ClickHouseSettings
}

/** Parameters parsed, SQL rendered, settings chosen. Throws ZodError on invalid parameters. */
export function prepareRead<In, Params extends SqlParams, Row>(
  query: QueryDefinition<In, Params, Row>,
  given: In,
  options: QueryOptions,
): ReadRequest<Params> {
  const params = query.params.parse(given)
  const bound: Record<string, ParamValue> = {}
  for (const [name, value] of Object.entries(params)) if (value !== undefined) bound[name] = value
  const settings: ClickHouseSettings = {
    ...outputSettings,
    ...readSettings,
    ...typeSettings,
    max_execution_time: options.maxExecutionSeconds ?? query.maxExecutionSeconds,
    log_comment: `_frostline/${query.name}`,
    ...query.settings,
    ...options.settings,
  }
  return { sql: query.render(params), params, bound, settings }
}

/**
 * Sends a read, and once more if the server had closed the connection: a read changes nothing. A caller's own query id is sent only
 * once, because the server refuses an id that is still running.
 */
export async function sendRead<Answer>(
  { queryId, signal }: { queryId: string | undefined; signal: AbortSignal },
  send: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await send()
  } catch (thrown) {
    if (!isStaleConnection(thrown) || signal.aborted || queryId !== undefined) throw thrown
    return await send()
  }
}
