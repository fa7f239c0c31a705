import type { ClickHouseSettings } from '@clickhouse/client'
import type { QueryDefinition } from '../query/define-query.ts'
import type { ParamValue, SqlParams } from '../sql/copyable-sql.ts'
import { outputSettings, readSettings } from './output-settings.ts'
import type { QueryOptions } from './query-options.ts'

export interface ReadRequest<Params> {
  sql: string
  params: Params
  bound: Record<string, ParamValue>
  settings: ClickHouseSettings
}

/** Parameters parsed, SQL rendered, settings chosen. Throws ZodError on parameters that the query does not take. */
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
    max_execution_time: options.maxExecutionSeconds ?? query.maxExecutionSeconds,
    log_comment: `_frostline/${query.name}`,
    ...options.settings,
  }
  return { sql: query.render(params), params, bound, settings }
}
