import type { ClickHouseSettings } from '@clickhouse/client'
import type { Connections } from './connections.ts'

export interface QueryOptions {
  /** Time limit of this read. Default: the client's requestTimeoutMs, or the query's own limit when that is longer. */
  timeoutMs?: number
  signal?: AbortSignal
  queryId?: string
  /** Overrides the query's own limit. */
  maxExecutionSeconds?: number
  settings?: ClickHouseSettings
}

export function timeLimit(
  connections: Connections,
  maxExecutionSeconds: number,
  options: QueryOptions,
): number {
  const seconds = options.maxExecutionSeconds ?? maxExecutionSeconds
  // Queries that may take longer than a page waits (checksums) set their own limit.
  return (
    options.timeoutMs ?? Math.max(connections.requestTimeoutMs, seconds > 10 ? seconds * 1_000 + 2_000 : 0)
  )
}
