import type { ClickHouseSettings } from '@clickhouse/client'
import type { ParamValue, SqlParams } from '../sql/copyable-sql.ts'
import type { Connections } from './connections.ts'
import { startDeadline } from './deadline.ts'
import { classifyFailure, type Failure } from './failure.ts'

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
