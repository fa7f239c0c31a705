import { text as collect } from 'node:stream/consumers'
import type { QueryDefinition } from '../query/define-query.ts'
import type { SqlParams } from '../sql/copyable-sql.ts'
import { type ClientOptions, type Connections, openConnections } from './connections.ts'
import { startDeadline } from './deadline.ts'
import { classifyFailure } from './failure.ts'
import { parseRow } from './parse-rows.ts'
import { QueryFailedError } from './query-failed.ts'
import { type QueryOptions, timeLimit } from './query-options.ts'
import { prepareRead } from './read-request.ts'
import { type QueryResult, readRows } from './read-rows.ts'
import { type CommandOutcome, type CommandRequest, sendCommand } from './send-command.ts'
import { type MeasuredOutcome, type MeasuredRequest, sendMeasured } from './send-measured.ts'

/** One replica over HTTP(S). Moves are per replica, so each has its own client. */
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
  /** The same in batches as they arrive, for results too large to keep in memory. Throws like query. */
  stream<In, Params extends SqlParams, Row>(
    query: QueryDefinition<In, Params, Row>,
    params: In,
    options?: QueryOptions,
  ): AsyncIterable<Row[]>
  /** The raw text of statements without a FORMAT clause (CHECK GRANT, SHOW GRANTS). Throws QueryFailedError. */
  text(name: string, sql: string, options?: QueryOptions): Promise<string>
  /** A statement that changes something. Never throws on server or network errors: the outcome reports them. */
  command(request: CommandRequest): Promise<CommandOutcome>
  /** A read that is sent to measure its time. Never throws, like command. */
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

/**
 * The server's default HTTP output (TabSeparated) of a read without a FORMAT clause. Sent without readonly: with it
 * CHECK GRANT returns 0 for every grant to write (26.7).
 */
async function readText(
  connections: Connections,
  name: string,
  sql: string,
  options: QueryOptions = {},
): Promise<string> {
  const deadline = startDeadline(options.timeoutMs ?? connections.requestTimeoutMs, options.signal)
  try {
    const result = await connections.reads.exec({
      query: sql,
      ...(options.queryId === undefined ? {} : { query_id: options.queryId }),
      clickhouse_settings: {
        log_comment: `_frostline/${name}`,
        ...options.settings,
        wait_end_of_query: 1,
      },
      abort_signal: deadline.signal,
    })
    return await collect(result.stream)
  } catch (thrown) {
    const failure = classifyFailure(thrown, deadline.expired(), deadline.timeoutMs)
    throw new QueryFailedError(failure, name, connections.name)
  } finally {
    deadline.clear()
  }
}

/** Rows in batches, in constant memory on both sides. The time limit covers the whole stream. */
async function* streamRows<In, Params extends SqlParams, Row>(
  connections: Connections,
  query: QueryDefinition<In, Params, Row>,
  given: In,
  options: QueryOptions = {},
): AsyncGenerator<Row[]> {
  const request = prepareRead(query, given, options)
  const deadline = startDeadline(timeLimit(connections, query.maxExecutionSeconds, options), options.signal)
  let rowCount = 0
  let close = () => {}
  try {
    const result = await connections.reads.query({
      query: request.sql,
      query_params: request.bound,
      format: 'JSONEachRow',
      ...(options.queryId === undefined ? {} : { query_id: options.queryId }),
      clickhouse_settings: request.settings,
      abort_signal: deadline.signal,
    })
    close = () => result.close()
    deadline.signal.addEventListener('abort', close, { once: true })
    for await (const batch of result.stream()) {
      const rows: Row[] = []
      for (const row of batch) {
        rows.push(parseRow(query, connections.name, row.text, rowCount))
        rowCount += 1
      }
      yield rows
    }
  } catch (thrown) {
    if (thrown instanceof Error && thrown.name === 'UnexpectedRowsError') throw thrown
    const failure = classifyFailure(thrown, deadline.expired(), deadline.timeoutMs)
    throw new QueryFailedError(failure, query.name, connections.name)
  } finally {
    close()
    deadline.signal.removeEventListener('abort', close)
    deadline.clear()
  }
}
