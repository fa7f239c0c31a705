import type { QueryDefinition } from '../query/define-query.ts'
import type { SqlParams } from '../sql/copyable-sql.ts'
import { type ClientOptions, type Connections, openConnections } from './connections.ts'
import type { QueryOptions } from './query-options.ts'
import { type QueryResult, readRows } from './read-rows.ts'
import { readText } from './read-text.ts'
import { type CommandOutcome, type CommandRequest, sendCommand } from './send-command.ts'
import { type MeasuredOutcome, type MeasuredRequest, sendMeasured } from './send-measured.ts'
import { streamRows } from './stream-rows.ts'

/** One replica, reached over HTTP(S). Moves are per replica, so there is a client for each. */
export interface NodeClient {
  /** Label in results and errors: the given name, or host:port. */
  readonly name: string
  readonly url: string
  /** Rows checked against the query's schema. Throws QueryFailedError or UnexpectedRowsError. */
  query<In, Params extends SqlParams, Row>(
    query: QueryDefinition<In, Params, Row>,
    params: In,
    options?: QueryOptions,
  ): Promise<QueryResult<Row>>
  /** The same in batches as the server sends them, for results too large to hold. Throws like query. */
  stream<In, Params extends SqlParams, Row>(
    query: QueryDefinition<In, Params, Row>,
    params: In,
    options?: QueryOptions,
  ): AsyncIterable<Row[]>
  /** The raw text of statements that take no FORMAT clause (CHECK GRANT, SHOW GRANTS). Throws QueryFailedError. */
  text(name: string, sql: string, options?: QueryOptions): Promise<string>
  /** A statement that changes something. Never throws for what server or network do: the outcome says it. */
  command(request: CommandRequest): Promise<CommandOutcome>
  /** A read that is sent for its time. Never throws, like command. */
  measure(request: MeasuredRequest): Promise<MeasuredOutcome>
  close(): Promise<void>
}

export function createNodeClient(options: ClientOptions): NodeClient {
  const connections: Connections = openConnections(options)
  return {
    name: connections.name,
    url: connections.url,
    query: (query, params, queryOptions) => readRows(connections, query, params, queryOptions),
    stream: (query, params, queryOptions) => streamRows(connections, query, params, queryOptions),
    text: (name, sql, queryOptions) => readText(connections, name, sql, queryOptions),
    command: (request) => sendCommand(connections, request),
    measure: (request) => sendMeasured(connections, request),
    close: () => connections.close(),
  }
}
