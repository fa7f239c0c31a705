export interface CacheSetting {
  /** As in the server's configuration and in system.filesystem_cache_settings. */
  name: string
  /** What the server takes when the configuration says nothing, as the system table shows it. */
  default: string
  form: 'bytes' | 'count' | 'flag' | 'share' | 'text'
  meaning: string
  /** Seldom touched: folded away while it stands at its default. */
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

/** Source: FileCacheSettings of ClickHouse. Names and defaults are held to 26.7 by a test with the engine. */
export const cacheSettings: readonly CacheSetting[] = [
  setting(
    'max_size',
    'none',
    'bytes',
    'The most bytes that the cache keeps on its local disk. It must be given, or its ratio.',
  ),
  setting(
    'max_size_ratio_to_total_space',
    '0',
    'share',
    'max_size as a share of the file system that the cache lies on. 0: not used.',
  ),
  setting(
    'max_elements',
    '10000000',
    'count',
    'The most segments that it keeps. Each costs some memory, and a file on the local disk.',
  ),
  setting(
    'max_file_segment_size',
    '33554432',
    'bytes',
    'The largest piece of a file that is fetched, kept and evicted as one.',
  ),
  setting(
    'boundary_alignment',
    '4194304',
    'bytes',
    'Reads are widened to whole multiples of this. Larger: fewer requests to the store, and more bytes for a small read.',
  ),
  setting(
    'cache_on_write_operations',
    '0',
    'flag',
    'Lets inserts and merges fill the cache, where the query setting enable_filesystem_cache_on_write_operations is on too. Otherwise what was moved or written is cold at its first read.',
  ),
  setting(
    'cache_policy',
    'slru',
    'text',
    'What leaves a full cache first. LRU: what was not read for longest. SLRU keeps what was read twice apart, so that one large scan does not push it out.',
  ),
  setting(
    'slru_size_ratio',
    '0.6',
    'share',
    'With SLRU: the share that is kept for what was read more than once.',
  ),
  setting(
    'cache_hits_threshold',
    '0',
    'count',
    'No longer in use. Older servers kept a segment only after so many reads.',
  ),
  setting(
    'background_download_threads',
    '5',
    'count',
    'Threads that complete segments of which a query has read a part. 0: none are completed.',
  ),
  setting(
    'background_download_queue_size_limit',
    '5000',
    'count',
    'Segments that wait for those threads at most; what comes then is not completed.',
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
    'Threads that read the folder of the cache when the server starts.',
  ),
  setting(
    'load_metadata_asynchronously',
    '0',
    'flag',
    'Lets the server answer queries while it still reads the folder of the cache.',
  ),
  setting(
    'keep_free_space_size_ratio',
    '0',
    'share',
    'A share of max_size that is kept free by evicting ahead of need. 0: room is made by the query that needs it.',
  ),
  setting('keep_free_space_elements_ratio', '0', 'share', 'The same, for max_elements.'),
  setting(
    'keep_free_space_remove_batch',
    '250',
    'count',
    'Segments that are evicted ahead of need at a time.',
  ),
  setting(
    'enable_filesystem_query_cache_limit',
    '0',
    'flag',
    'Lets the query setting filesystem_cache_max_download_size limit what one query may put into the cache.',
  ),
  setting(
    'enable_bypass_cache_with_threshold',
    '0',
    'flag',
    'Reads of more than bypass_cache_threshold go past the cache. Not documented.',
  ),
  setting('bypass_cache_threshold', '268435456', 'bytes', 'The size for that.'),
  setting(
    'write_cache_per_user_id_directory',
    '0',
    'flag',
    'A part of the cache for each user. Only for ClickHouse Cloud.',
  ),
  setting(
    'allow_dynamic_cache_resize',
    '0',
    'flag',
    'Takes a changed max_size and max_elements with a reload, without a restart.',
  ),
  setting(
    'reserve_granularity',
    '4194304',
    'bytes',
    'How far ahead space is reserved for a segment that is being fetched. Until it is there, the size of the cache is that much above what it holds.',
  ),
  setting(
    'keep_free_space_eviction_threads',
    '1',
    'count',
    'Threads that remove the files of what is evicted ahead of need.',
  ),
  setting(
    'overcommit_eviction_evict_step',
    '10485760',
    'bytes',
    'How much is evicted at a time where parts of the cache belong to users.',
  ),
  setting(
    'dynamic_resize_lock_wait_ms',
    '1000',
    'count',
    'Milliseconds that a change of max_size by a reload waits for the cache before it is given up.',
  ),
  setting(
    'skip_cache_on_disk_failure',
    '0',
    'flag',
    'Reads go past the cache when its local disk fails. Off: the server does not start with a broken one.',
  ),
  setting(
    'use_split_cache',
    '0',
    'flag',
    'Keeps a part of the cache for files other than column data, so that a scan does not push marks and indexes out.',
  ),
  setting('split_cache_ratio', '0.1', 'share', 'The size of that part.'),
  setting(
    'invalidated_entries_cleanup_interval_ms',
    '10000',
    'count',
    'Milliseconds between two rounds that clear entries of removed segments from memory.',
  ),
  setting(
    'invalidated_entries_cleanup_threshold',
    '1000',
    'count',
    'Such entries that begin a round at once.',
  ),
  setting(
    'invalidated_entries_cleanup_remove_batch',
    '250',
    'count',
    'Such entries that are cleared at a time.',
  ),
  setting('check_cache_probability', '0.001', 'share', 'Only in debug builds of the server.'),
  setting(
    'idle_client_ttl_sec',
    '604800',
    'count',
    'Only where parts of the cache belong to users: seconds until an idle one is emptied.',
  ),
  setting(
    'idle_client_check_interval_sec',
    '0',
    'count',
    'How often that is looked at. 0: a tenth of the time.',
  ),
  setting('idle_client_eviction_threads', '4', 'count', 'Threads that empty it.'),
  setting(
    'expose_prometheus_eviction_metrics',
    '0',
    'flag',
    'Evictions stand in the metrics that the server offers to Prometheus.',
  ),
  setting('expose_prometheus_eviction_metrics_per_user', '0', 'flag', 'The same for each user.'),
]

export function explainCacheSetting(name: string): CacheSetting | undefined {
  return cacheSettings.find((each) => each.name === name)
}

function setting(name: string, initial: string, form: CacheSetting['form'], meaning: string): CacheSetting {
  return { name, default: initial, form, meaning, rare: !common.has(name) }
}
