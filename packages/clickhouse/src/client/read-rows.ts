import { randomUUID } from 'node:crypto'
import type { QueryDefinition } from '../query/define-query.ts'
import { copyableSql, type SqlParams } from '../sql/copyable-sql.ts'
import type { Connections } from './connections.ts'
import { type Deadline, startDeadline } from './deadline.ts'
import { classifyFailure } from './failure.ts'
import { parseRows } from './parse-rows.ts'
import { QueryFailedError } from './query-failed.ts'
import { type QueryOptions, timeLimit } from './query-options.ts'
import { prepareRead, type ReadRequest, sendRead } from './read-request.ts'

/** Rows with what a panel shows with them: the SQL, where and when it ran, and how long it took. */
export interface QueryResult<Row> {
  name: string
  rows: Row[]
  /** As sent, with placeholders. */
  sql: string
  params: SqlParams
  /** With the parameters filled in, for people to paste into a client. */
  copyableSql: string
  queryId: string
  /** Label of the node that answered. */
  node: string
  observedAt: Date
  /** From sending to the last row parsed, by our clock. */
  elapsedMs: number
  /** The server's own time, from its summary header. Undefined where the server did not send it. */
  serverElapsedMs: number | undefined
  readRows: bigint | undefined
}

export async function readRows<In, Params extends SqlParams, Row>(
  connections: Connections,
  query: QueryDefinition<In, Params, Row>,
  given: In,
  options: QueryOptions = {},
): Promise<QueryResult<Row>> {
  const request = prepareRead(query, given, options)
  const deadline = startDeadline(timeLimit(connections, query.maxExecutionSeconds, options), options.signal)
  const observedAt = new Date()
  const started = performance.now()
  try {
    const { queryId } = options
    const answer = await sendRead({ queryId, signal: deadline.signal }, () =>
      fetchText(connections, request, deadline, queryId ?? randomUUID()),
    )
    const rows = parseRows(query, connections.name, answer.text)
    return {
      name: query.name,
      rows,
      sql: request.sql,
      params: request.params,
      copyableSql: copyableSql(request.sql, request.params),
      queryId: answer.queryId,
      node: connections.name,
      observedAt,
      elapsedMs: performance.now() - started,
      ...answer.summary,
    }
  } catch (thrown) {
    if (thrown instanceof Error && thrown.name === 'UnexpectedRowsError') throw thrown
    const failure = classifyFailure(thrown, deadline.expired(), deadline.timeoutMs)
    throw new QueryFailedError(failure, query.name, connections.name)
  } finally {
    deadline.clear()
  }
}

interface Answer {
  text: string
  queryId: string
  summary: { serverElapsedMs: number | undefined; readRows: bigint | undefined }
}

async function fetchText(
  connections: Connections,
  request: ReadRequest<SqlParams>,
  deadline: Deadline,
  queryId: string,
): Promise<Answer> {
  const result = await connections.reads.query({
    query: request.sql,
    query_params: request.bound,
    format: 'JSONEachRow',
    query_id: queryId,
    // With wait_end_of_query an exception after the first row still becomes an HTTP status, on every version.
    clickhouse_settings: { ...request.settings, wait_end_of_query: 1 },
    abort_signal: deadline.signal,
  })
  const summary = parseSummary(result.response_headers['x-clickhouse-summary'])
  return { text: await untilAborted(result, deadline.signal), queryId, summary }
}

/** The client ignores the abort signal once headers have arrived, so the body is cut here. */
async function untilAborted(
  result: { text(): Promise<string>; close(): void },
  signal: AbortSignal,
): Promise<string> {
  const close = () => result.close()
  signal.addEventListener('abort', close, { once: true })
  try {
    return await result.text()
  } finally {
    signal.removeEventListener('abort', close)
  }
}

function parseSummary(header: string | string[] | undefined): Answer['summary'] {
  if (typeof header !== 'string') return { serverElapsedMs: undefined, readRows: undefined }
  const summary = JSON.parse(header) as { elapsed_ns?: string; read_rows?: string }
  return {
    serverElapsedMs: summary.elapsed_ns === undefined ? undefined : Number(summary.elapsed_ns) / 1e6,
    readRows: summary.read_rows === undefined ? undefined : BigInt(summary.read_rows),
  }
}
