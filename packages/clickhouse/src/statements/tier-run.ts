import type { ClickHouseSettings } from '@clickhouse/client'

/**
 * How a SELECT of a person is run to be measured on a tier. It only reads, and whatever would answer from memory instead of the
 * files is off. What is begun is not downloaded further in the background: that would fall into the next run.
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
