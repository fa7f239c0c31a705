import type { ClickHouseSettings } from '@clickhouse/client'
import type { Connections } from './connections.ts'
import { startDeadline } from './deadline.ts'
import { classifyFailure, type Failure } from './failure.ts'

export interface MeasuredRequest {
  /** It writes nothing and has no rows to send: a SELECT with FORMAT Null. */
  sql: string
  /** Where tables without a database are looked for. */
  database: string
  queryId: string
  /** With `readonly`. */
  settings: ClickHouseSettings
  timeoutMs: number
  /** Ends the connection, and with it the query. */
  signal: AbortSignal
  /** Default measured. */
  purpose?: string
}

/** `elapsedMs` from sending to the end of the answer, by our clock. */
export type MeasuredOutcome = ({ kind: 'ok' } | Failure) & { elapsedMs: number }

/**
 * Sends a read for the sake of its time, on connections of their own: it neither waits for what else goes to the node, nor has
 * that wait. When the connection ends, however, the server ends the query.
 */
export async function sendMeasured(
  connections: Connections,
  { sql, database, queryId, settings, timeoutMs, signal, purpose = 'measured' }: MeasuredRequest,
): Promise<MeasuredOutcome> {
  const deadline = startDeadline(timeoutMs, signal)
  const started = performance.now()
  try {
    await connections.measured.command({
      query: sql,
      query_id: queryId,
      clickhouse_settings: {
        // It travels as they do: a header could not hold every name.
        ...({ database } as ClickHouseSettings),
        log_comment: `_frostline/${purpose}`,
        ...settings,
        wait_end_of_query: 1,
        cancel_http_readonly_queries_on_client_close: 1,
      },
      abort_signal: deadline.signal,
    })
    return { kind: 'ok', elapsedMs: performance.now() - started }
  } catch (thrown) {
    const failure = classifyFailure(thrown, deadline.expired(), deadline.timeoutMs)
    return { ...failure, elapsedMs: performance.now() - started }
  } finally {
    deadline.clear()
  }
}
