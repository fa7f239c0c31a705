import type { QueryDefinition } from '../query/define-query.ts'
import type { SqlParams } from '../sql/copyable-sql.ts'
import type { Connections } from './connections.ts'
import { startDeadline } from './deadline.ts'
import { classifyFailure } from './failure.ts'
import { parseRow } from './parse-rows.ts'
import { QueryFailedError } from './query-failed.ts'
import { type QueryOptions, timeLimit } from './query-options.ts'
import { prepareRead } from './read-request.ts'

/** Rows in batches, in constant memory on both sides. The time limit covers the whole stream. */
export async function* streamRows<In, Params extends SqlParams, Row>(
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
