import type { NodeCountersRow } from '@frostline/clickhouse'
import type { CacheCounters, NodeCounters } from '@frostline/domain'
import { sumEvents } from '../reading/sum-events.ts'

type Counted = Pick<NodeCountersRow, 'events'>

/** Counters since the start of the server. An event without an entry was never counted, so it is 0. */
export function toCacheCounters({ events }: Counted): CacheCounters {
  const of = (...names: string[]) => sumEvents(events, ...names)
  return {
    fromCacheBytes: of('CachedReadBufferReadFromCacheBytes'),
    fromStoreBytes: of('CachedReadBufferReadFromSourceBytes'),
    hits: of('CachedReadBufferReadFromCacheHits'),
    misses: of('CachedReadBufferReadFromCacheMisses'),
    downloadedBytes: of('CachedReadBufferCacheWriteBytes'),
    evictedBytes: of('FilesystemCacheEvictedBytes'),
    evictedSegments: of('FilesystemCacheEvictedFileSegments'),
    storeRequests: of('S3GetObject', 'AzureGetObject'),
  }
}

export function toNodeCounters({ events }: Counted): NodeCounters {
  const of = (...names: string[]) => sumEvents(events, ...names)
  return {
    ...toCacheCounters({ events }),
    readRequests: of('S3ReadRequestsCount', 'AzureReadRequestsCount'),
    listRequests: of('S3ListObjects', 'AzureListObjects'),
    writeRequests: of('S3WriteRequestsCount', 'AzureWriteRequestsCount'),
    deleteRequests: of('S3DeleteObjects', 'AzureDeleteObjects'),
    readErrors: of('S3ReadRequestsErrors', 'AzureReadRequestsErrors'),
    writeErrors: of('S3WriteRequestsErrors', 'AzureWriteRequestsErrors'),
    throttledRequests: of(
      'S3ReadRequestsThrottling',
      'S3WriteRequestsThrottling',
      'AzureReadRequestsThrottling',
      'AzureWriteRequestsThrottling',
    ),
    readMicroseconds: of('S3ReadMicroseconds', 'AzureReadMicroseconds'),
    writeMicroseconds: of('S3WriteMicroseconds', 'AzureWriteMicroseconds'),
  }
}
