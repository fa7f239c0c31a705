import { ClickHouseError } from '@clickhouse/client'
import { failedToConnect } from './http-agent.ts'

/** A server exception. `code` decides what to do (see error-codes.ts), never the text. */
export interface ServerError {
  code: number
  /** Symbolic name, such as UNKNOWN_DISK. Empty when the server gave none. */
  type: string
  message: string
}

/**
 * Why a request has no result.
 * - refused: the server returned an exception. Its message is certain.
 * - unreachable: the connection was never established, so the server certainly received nothing.
 * - unknown: the request may have arrived; it may have run or still run. Check before sending again.
 */
export type Failure =
  | { kind: 'refused'; error: ServerError }
  | { kind: 'unreachable'; reason: string }
  | { kind: 'unknown'; reason: string; timedOut: boolean }

/** Maps the client's exception to a failure. `timedOut`: our own time limit ended the request. */
export function classifyFailure(thrown: unknown, timedOut: boolean, timeoutMs: number): Failure {
  if (thrown instanceof ClickHouseError) {
    return {
      kind: 'refused',
      error: { code: Number(thrown.code), type: thrown.type ?? '', message: thrown.message.trim() },
    }
  }
  const code = errorCode(thrown)
  if (failedToConnect(thrown)) return { kind: 'unreachable', reason: describe(thrown, code) }
  if (timedOut) return { kind: 'unknown', reason: `no answer within ${timeoutMs} ms`, timedOut: true }
  return { kind: 'unknown', reason: describe(thrown, code), timedOut: false }
}

/** The server may have closed a reused connection just before the request. */
export function isStaleConnection(thrown: unknown): boolean {
  const code = errorCode(thrown)
  return code === 'ECONNRESET' || code === 'EPIPE'
}

function errorCode(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null || !('code' in thrown)) return ''
  return String(thrown.code)
}

function describe(thrown: unknown, code: string): string {
  const message = thrown instanceof Error ? thrown.message.trim().slice(0, 500) : String(thrown)
  if (message === '') return code === '' ? 'an answer without a body that did not come from ClickHouse' : code
  return code === '' || message.includes(code) ? message : `${message} (${code})`
}
