import type { NodeCountersRow } from '@frostline/clickhouse'
import type { CacheCounters } from '@frostline/domain'

/** An event without an entry was never counted, so it is 0. */
export function toCacheCounters({ events }: Pick<NodeCountersRow, 'events'>): CacheCounters {
  const of = (name: string) => events[name] ?? 0n
  return {
    fromCacheBytes: of('CachedReadBufferReadFromCacheBytes'),
    fromStoreBytes: of('CachedReadBufferReadFromSourceBytes'),
    hits: of('CachedReadBufferReadFromCacheHits'),
    misses: of('CachedReadBufferReadFromCacheMisses'),
    downloadedBytes: of('CachedReadBufferCacheWriteBytes'),
    evictedBytes: of('FilesystemCacheEvictedBytes'),
    evictedSegments: of('FilesystemCacheEvictedFileSegments'),
    storeRequests: of('S3GetObject') + of('AzureGetObject'),
  }
}

/** Of one stream: bytes over the time that reads through a cache waited for the store. Null before the first. */
export function storeBytesPerSecond({ events }: Pick<NodeCountersRow, 'events'>): number | null {
  const microseconds = events.CachedReadBufferReadFromSourceMicroseconds ?? 0n
  if (microseconds === 0n) return null
  return (Number(events.CachedReadBufferReadFromSourceBytes ?? 0n) * 1_000_000) / Number(microseconds)
}
