export interface CacheSetting {
  /** As in the server's configuration and in system.filesystem_cache_settings. */
  name: string
  /** The server's default, as the system table shows it. */
  default: string
  form: 'bytes' | 'count' | 'flag' | 'share' | 'text'
  meaning: string
  /** Rarely used: collapsed while at its default. */
  rare: boolean
}

const common = new Set([
  'max_size',
  'max_elements',
  'max_file_segment_size',
  'boundary_alignment',
  'cache_on_write_operations',
  'cache_policy',
  'slru_size_ratio',
  'background_download_threads',
  'background_download_queue_size_limit',
  'background_download_max_file_segment_size',
  'keep_free_space_size_ratio',
  'load_metadata_threads',
  'load_metadata_asynchronously',
  'allow_dynamic_cache_resize',
])

/** Source: FileCacheSettings of ClickHouse. A test with the engine checks names and defaults against 26.7. */
export const cacheSettings: readonly CacheSetting[] = [
  setting(
    'max_size',
    'none',
    'bytes',
    'Max size of the cache on its local disk. Required, unless the ratio is set.',
  ),
  setting(
    'max_size_ratio_to_total_space',
    '0',
    'share',
    'max_size as a share of the file system of the cache. 0: not used.',
  ),
  setting(
    'max_elements',
    '10000000',
    'count',
    'Max number of segments. Each needs some memory and a file on the local disk.',
  ),
  setting(
    'max_file_segment_size',
    '33554432',
    'bytes',
    'Max size of a segment, which is fetched, cached and evicted as a unit.',
  ),
  setting(
    'boundary_alignment',
    '4194304',
    'bytes',
    'Reads are aligned to multiples of this. Larger values mean fewer requests to the store, but more bytes for small reads.',
  ),
  setting(
    'cache_on_write_operations',
    '0',
    'flag',
    'Inserts and merges fill the cache if the query setting enable_filesystem_cache_on_write_operations is also on. Otherwise the first read of moved or written data is cold.',
  ),
  setting(
    'cache_policy',
    'slru',
    'text',
    'Eviction policy. LRU evicts the least recently read data. SLRU protects data that was read twice, so that one large scan does not evict it.',
  ),
  setting(
    'slru_size_ratio',
    '0.6',
    'share',
    'With SLRU: share of the cache for data that was read more than once.',
  ),
  setting(
    'cache_hits_threshold',
    '0',
    'count',
    'Obsolete. Older servers cached a segment only after this number of reads.',
  ),
  setting(
    'background_download_threads',
    '5',
    'count',
    'Threads that complete partly read segments in the background. 0: off.',
  ),
  setting(
    'background_download_queue_size_limit',
    '5000',
    'count',
    'Max segments that wait for these threads. Further segments are not completed.',
  ),
  setting(
    'background_download_max_file_segment_size',
    '4194304',
    'bytes',
    'Segments up to this size are completed in the background.',
  ),
  setting(
    'load_metadata_threads',
    '16',
    'count',
    'Threads that load the cache folder when the server starts.',
  ),
  setting(
    'load_metadata_asynchronously',
    '0',
    'flag',
    'The server answers queries while it loads the cache folder.',
  ),
  setting(
    'keep_free_space_size_ratio',
    '0',
    'share',
    'Share of max_size kept free by background eviction. 0: a query evicts when it needs space.',
  ),
  setting('keep_free_space_elements_ratio', '0', 'share', 'The same, for max_elements.'),
  setting('keep_free_space_remove_batch', '250', 'count', 'Segments per batch of background eviction.'),
  setting(
    'enable_filesystem_query_cache_limit',
    '0',
    'flag',
    'Enables the query setting filesystem_cache_max_download_size, which limits what one query may write to the cache.',
  ),
  setting(
    'enable_bypass_cache_with_threshold',
    '0',
    'flag',
    'Reads larger than bypass_cache_threshold bypass the cache. Not documented.',
  ),
  setting('bypass_cache_threshold', '268435456', 'bytes', 'The threshold for bypassing the cache.'),
  setting(
    'write_cache_per_user_id_directory',
    '0',
    'flag',
    'Splits the cache by user. Only for ClickHouse Cloud.',
  ),
  setting(
    'allow_dynamic_cache_resize',
    '0',
    'flag',
    'Applies changes of max_size and max_elements by a config reload, without a restart.',
  ),
  setting(
    'reserve_granularity',
    '4194304',
    'bytes',
    'Space reserved ahead for a segment during its download. Until the download ends, the reported cache size is higher by this amount.',
  ),
  setting(
    'keep_free_space_eviction_threads',
    '1',
    'count',
    'Threads that remove files after background eviction.',
  ),
  setting(
    'overcommit_eviction_evict_step',
    '10485760',
    'bytes',
    'Batch size of eviction if the cache is split by user.',
  ),
  setting(
    'dynamic_resize_lock_wait_ms',
    '1000',
    'count',
    'Milliseconds that a change of max_size by a reload waits for the cache lock.',
  ),
  setting(
    'skip_cache_on_disk_failure',
    '0',
    'flag',
    'Reads bypass the cache when its local disk fails. Off: the server does not start with a broken cache disk.',
  ),
  setting(
    'use_split_cache',
    '0',
    'flag',
    'Reserves a part of the cache for files other than column data, so that a scan does not evict marks and indexes.',
  ),
  setting('split_cache_ratio', '0.1', 'share', 'Size of the reserved part.'),
  setting(
    'invalidated_entries_cleanup_interval_ms',
    '10000',
    'count',
    'Interval in milliseconds for clearing metadata of removed segments from memory.',
  ),
  setting(
    'invalidated_entries_cleanup_threshold',
    '1000',
    'count',
    'Number of removed segments that starts a cleanup immediately.',
  ),
  setting(
    'invalidated_entries_cleanup_remove_batch',
    '250',
    'count',
    'Number of removed segments cleaned up per batch.',
  ),
  setting('check_cache_probability', '0.001', 'share', 'Only in debug builds of the server.'),
  setting(
    'idle_client_ttl_sec',
    '604800',
    'count',
    'Only if the cache is split by user: seconds until an idle part is emptied.',
  ),
  setting(
    'idle_client_check_interval_sec',
    '0',
    'count',
    'Check interval for idle parts. 0: a tenth of that time.',
  ),
  setting('idle_client_eviction_threads', '4', 'count', 'Threads that empty idle parts.'),
  setting(
    'expose_prometheus_eviction_metrics',
    '0',
    'flag',
    'Exports evictions in the Prometheus metrics of the server.',
  ),
  setting('expose_prometheus_eviction_metrics_per_user', '0', 'flag', 'The same for each user.'),
]

export function explainCacheSetting(name: string): CacheSetting | undefined {
  return cacheSettings.find((each) => each.name === name)
}

function setting(name: string, initial: string, form: CacheSetting['form'], meaning: string): CacheSetting {
  return { name, default: initial, form, meaning, rare: !common.has(name) }
}
