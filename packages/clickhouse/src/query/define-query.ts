import type { ClickHouseSettings } from '@clickhouse/client'
import type { z } from 'zod'
import type { SqlParams } from '../sql/copyable-sql.ts'

/**
 * A read, defined once: SQL, parameters and the shape of a row. The SQL is fixed text or, where an identifier or a sort
 * order depends on the parameters, built from fixed fragments and quoteIdentifier. Values are bound as `{name: Type}`.
 * Sent with log_comment `_frostline/<name>` and readonly=2.
 */
export interface QueryDefinition<In, Params extends SqlParams, Row> {
  readonly name: string
  readonly params: z.ZodType<Params, In>
  readonly row: z.ZodType<Row>
  /** Server-side limit, sent as max_execution_time. */
  readonly maxExecutionSeconds: number
  /** Sent beside the statement. */
  readonly settings: ClickHouseSettings
  render(params: Params): string
}

export type ParamsIn<Query> = Query extends QueryDefinition<infer In, infer _Params, infer _Row> ? In : never
export type RowOf<Query> = Query extends QueryDefinition<infer _In, infer _Params, infer Row> ? Row : never

export interface QuerySource<In, Params extends SqlParams, Row> {
  name: string
  sql: string | ((params: Params) => string)
  params: z.ZodType<Params, In>
  row: z.ZodType<Row>
  /** Default 10. Reads of system tables take well under a second; a longer one means a sick server. */
  maxExecutionSeconds?: number
  /** Instead of SETTINGS in a statement other than SELECT: 24.8 rejects that before the FORMAT that the client adds. */
  settings?: ClickHouseSettings
}

export function defineQuery<In, Params extends SqlParams, Row>(
  source: QuerySource<In, Params, Row>,
): QueryDefinition<In, Params, Row> {
  const { name, sql, params, row, maxExecutionSeconds = 10, settings = {} } = source
  const render = typeof sql === 'string' ? () => sql.trim() : (given: Params) => sql(given).trim()
  return Object.freeze({ name, params, row, maxExecutionSeconds, settings, render })
}
