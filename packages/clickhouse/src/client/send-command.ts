import type { ClickHouseSettings } from '@clickhouse/client'
import type { ParamValue, SqlParams } from '../sql/copyable-sql.ts'
import type { Connections } from './connections.ts'
import { startDeadline } from './deadline.ts'
import { classifyFailure, type Failure } from './failure.ts'

export interface CommandRequest {
  sql: string
  params?: SqlParams
  /** Chosen and stored by the caller before sending, so that the statement can be found after a crash. */
  queryId: string
  settings?: ClickHouseSettings
  /** Default 24 h: a move of a large partition takes hours, and giving up does not stop it. */
  timeoutMs?: number
  signal?: AbortSignal
  /** Written to query_log as log_comment `_frostline/<purpose>`. Default statement. */
  purpose?: string
}

/** Counters from the server's summary header; all zero for a move, which reports no progress. */
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
 * Sends one statement and waits for its end, however long. The outcome distinguishes a rejection from a connection
 * without a response: after `unknown` the statement may have run, or may still be running.
 *
 * The response is sent only when the statement has ended (wait_end_of_query), without progress headers: with
 * send_progress_in_http_headers=1 a broken connection kills a running INSERT (Code 210), and Node.js gives up after
 * about 75 headers. Without them the server continues when the client disconnects, which is what a durable caller
 * wants. A proxy that cuts idle connections turns a long statement into `unknown`: check, then continue.
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
