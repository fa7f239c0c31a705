import { text as collect } from 'node:stream/consumers'
import type { ClickHouseSettings } from '@clickhouse/client'
import type { QueryDefinition } from '../query/define-query.ts'
import type { ParamValue, SqlParams } from '../sql/copyable-sql.ts'
import { type ClientOptions, type Connections, openConnections } from './connections.ts'
import { startDeadline } from './deadline.ts'
import { classifyFailure, type Failure } from './failure.ts'
import { parseRow } from './parse-rows.ts'
import { QueryFailedError } from './query-failed.ts'
import { type QueryOptions, timeLimit } from './query-options.ts'
import { prepareRead, sendRead } from './read-request.ts'
import { type QueryResult, readRows } from './read-rows.ts'
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
  /** The raw text of reads without a FORMAT clause (CHECK GRANT, SHOW GRANTS). Throws QueryFailedError. */
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
  const { queryId } = options
  const send = async () => {
    const result = await connections.reads.exec({
      query: sql,
      ...(queryId === undefined ? {} : { query_id: queryId }),
      clickhouse_settings: {
        log_comment: `_frostline/${name}`,
        ...options.settings,
        wait_end_of_query: 1,
      },
      abort_signal: deadline.signal,
    })
    return collect(result.stream)
  }
  try {
    return await sendRead({ queryId, signal: deadline.signal }, send)
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
  const { queryId } = options
  const send = () =>
    connections.reads.query({
      query: request.sql,
      query_params: request.bound,
      format: 'JSONEachRow',
      ...(queryId === undefined ? {} : { query_id: queryId }),
      clickhouse_settings: request.settings,
      abort_signal: deadline.signal,
    })
  try {
    const result = await sendRead({ queryId, signal: deadline.signal }, send)
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

export interface CommandRequest {
  sql: string
  params?: SqlParams
  /** Chosen and written down by the caller before sending, so that the statement can be found after a crash. */
  queryId: string
  settings?: ClickHouseSettings
  /** Default 24 h: a move of a large partition takes hours, and giving up on it stops nothing. */
  timeoutMs?: number
  signal?: AbortSignal
  /** Written to query_log as log_comment `_frostline/<purpose>`. Default statement. */
  purpose?: string
}

/** What the server counted, from its summary header; all zero for a move, which reports no progress. */
export interface CommandSummary {
  readRows: bigint
  writtenRows: bigint
  writtenBytes: bigint
}

export type CommandOutcome =
  | { kind: 'ok'; queryId: string; elapsedMs: number; summary: CommandSummary }
  | (Failure & { queryId: string; elapsedMs: number })

const dayMs = 24 * 3_600_000

/**
 * Sends one statement and waits for its end, however long. The outcome tells a server that said no from a
 * connection that gave no answer: after `unknown` the statement may have run, or still be running.
 *
 * The answer comes only when the statement ended (wait_end_of_query), and no progress headers are asked for:
 * with send_progress_in_http_headers=1 a broken connection kills a running INSERT (Code 210), and Node.js gives
 * up after some 75 headers. Without them the server carries on when the client goes away, which is what a durable
 * caller wants. A proxy that cuts idle connections turns a long statement into `unknown`: look, then go on.
 */
export async function sendCommand(
  connections: Connections,
  request: CommandRequest,
): Promise<CommandOutcome> {
  const deadline = startDeadline(request.timeoutMs ?? dayMs, request.signal)
  const started = performance.now()
  const bound: Record<string, ParamValue> = {}
  for (const [name, value] of Object.entries(request.params ?? {}))
    if (value !== undefined) bound[name] = value
  try {
    const answer = await connections.statements.command({
      query: request.sql,
      query_params: bound,
      query_id: request.queryId,
      clickhouse_settings: {
        log_comment: `_frostline/${request.purpose ?? 'statement'}`,
        ...request.settings,
        wait_end_of_query: 1,
        send_progress_in_http_headers: 0,
      },
      abort_signal: deadline.signal,
    })
    const summary = {
      readRows: BigInt(answer.summary?.read_rows ?? 0),
      writtenRows: BigInt(answer.summary?.written_rows ?? 0),
      writtenBytes: BigInt(answer.summary?.written_bytes ?? 0),
    }
    return { kind: 'ok', queryId: request.queryId, elapsedMs: performance.now() - started, summary }
  } catch (thrown) {
    const failure = classifyFailure(thrown, deadline.expired(), deadline.timeoutMs)
    return { ...failure, queryId: request.queryId, elapsedMs: performance.now() - started }
  } finally {
    deadline.clear()
  }
}
