import type { ClickHouseSettings } from '@clickhouse/client'
import type { Connections } from './connections.ts'
import { startDeadline } from './deadline.ts'
import { classifyFailure, type Failure } from './failure.ts'

export interface MeasuredRequest {
  /** A read without result rows: a SELECT with FORMAT Null. */
  sql: string
  /** Default database for unqualified tables. */
  database: string
  queryId: string
  /** Including `readonly`. */
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
 * Sends a read to measure its time, on separate connections: it does not wait for other statements to the node, nor
 * delay them. When the connection ends, the server ends the query.
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
        // Sent like a setting: a header cannot contain every name.
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
