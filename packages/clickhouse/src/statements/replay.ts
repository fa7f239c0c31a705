import type { ClickHouseSettings } from '@clickhouse/client'
import { topLevelWords } from '../sql/top-level-words.ts'
import { measuredStatement } from './warm-cache.ts'

export interface ReplayLimits {
  /** Respects a SETTINGS clause of the query. With readonly=1 the server rejects it (Code 164). */
  keepSettings: boolean
  caches: 'as-server' | 'use' | 'bypass'
  maxSeconds: number
  maxMemoryBytes: bigint
  threads: number
  settings: readonly { name: string; value: string }[]
}

/**
 * How a query of the log is replayed. All settings are in the same request, so that `readonly` and the limits apply
 * together: with 1 nothing in its text can lift them. Where queries have priorities, every one of 1 to 9 takes
 * precedence. Each query has to be logged, and none may use another's cached result.
 */
export function replaySettings({
  keepSettings,
  caches,
  maxSeconds,
  maxMemoryBytes,
  threads,
  settings,
}: ReplayLimits): ClickHouseSettings {
  return {
    use_query_cache: 0,
    ...(caches === 'as-server'
      ? {}
      : {
          enable_filesystem_cache: caches === 'use' ? 1 : 0,
          read_from_filesystem_cache_if_exists_otherwise_bypass_cache: 0,
        }),
    ...(threads === 0 ? {} : { max_threads: threads }),
    ...Object.fromEntries(settings.map(({ name, value }) => [name, value])),
    readonly: keepSettings ? '2' : '1',
    max_execution_time: maxSeconds,
    timeout_overflow_mode: 'throw',
    max_memory_usage: String(maxMemoryBytes),
    priority: '10',
    log_queries: 1,
    log_queries_min_query_duration_ms: 0,
    log_queries_probability: 1,
  }
}

/** A query as the engine formats it, with its rows discarded on the server instead of its own format. */
export function replayStatement(text: string): string {
  return measuredStatement(text).sql
}

/** Without its trailing FORMAT clause. @param text as the engine formats it */
export function cutFormat(text: string): string {
  const format = topLevelWords(text).findLast((word) => word.text === 'FORMAT')
  return format ? text.slice(0, format.start).trimEnd() : text
}

/**
 * How a user's SELECT is run to be measured on a tier. It only reads, and everything that would answer from memory
 * instead of the files is off. Started downloads do not continue in the background: that would affect the next run.
 */
export function tierRunSettings(
  path: 'past-caches' | 'through-caches',
  { threads, maxSeconds }: { threads: number; maxSeconds: number },
): ClickHouseSettings {
  return {
    readonly: '2',
    log_queries: 1,
    enable_filesystem_cache: path === 'through-caches' ? 1 : 0,
    read_from_filesystem_cache_if_exists_otherwise_bypass_cache: 0,
    filesystem_cache_allow_background_download: 0,
    use_query_cache: 0,
    use_query_condition_cache: 0,
    use_uncompressed_cache: 0,
    max_execution_time: maxSeconds,
    ...(threads === 0 ? {} : { max_threads: threads }),
  }
}
