import { text as collect } from 'node:stream/consumers'
import type { Connections } from './connections.ts'
import { startDeadline } from './deadline.ts'
import { classifyFailure } from './failure.ts'
import { QueryFailedError } from './query-failed.ts'
import type { QueryOptions } from './query-options.ts'

/**
 * The server's default HTTP output (TabSeparated) of a reading statement that takes no FORMAT clause. Sent without
 * readonly: under it CHECK GRANT answers 0 for every grant that writes (26.7).
 */
export async function readText(
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
