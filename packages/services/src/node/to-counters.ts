import type { NodeCountersRow } from '@frostline/clickhouse'
import { hitRatio } from '@frostline/domain'
import type { z } from 'zod'
import { sumEvents } from '../reading/sum-events.ts'
import type { cacheCounters, storeCounters } from './schema.ts'

export function toCacheCounters(row: NodeCountersRow): z.infer<typeof cacheCounters> {
  const fromCache = sumEvents(row.events, 'CachedReadBufferReadFromCacheBytes')
  const fromSource = sumEvents(row.events, 'CachedReadBufferReadFromSourceBytes')
  return {
    sizeBytes: row.metrics.FilesystemCacheSize ?? 0n,
    limitBytes: row.metrics.FilesystemCacheSizeLimit ?? 0n,
    segments: row.metrics.FilesystemCacheElements ?? 0n,
    readFromCacheBytes: fromCache,
    readFromSourceBytes: fromSource,
    hitRatio: hitRatio(fromCache, fromSource),
    evictedBytes: sumEvents(row.events, 'FilesystemCacheEvictedBytes'),
  }
}

export function toStoreCounters(row: NodeCountersRow): z.infer<typeof storeCounters> {
  return {
    readRequests: sumEvents(row.events, 'S3ReadRequestsCount', 'AzureReadRequestsCount'),
    writeRequests: sumEvents(row.events, 'S3WriteRequestsCount', 'AzureWriteRequestsCount'),
    readErrors: sumEvents(row.events, 'S3ReadRequestsErrors', 'AzureReadRequestsErrors'),
    writeErrors: sumEvents(row.events, 'S3WriteRequestsErrors', 'AzureWriteRequestsErrors'),
    readBytes: sumEvents(row.events, 'ReadBufferFromS3Bytes', 'ReadBufferFromAzureBytes'),
    // No counter has the bytes that are written to Azure (26.7).
    writtenBytes:
      sumEvents(row.events, 'AzureWriteRequestsCount') > 0n
        ? null
        : sumEvents(row.events, 'WriteBufferFromS3Bytes'),
  }
}
