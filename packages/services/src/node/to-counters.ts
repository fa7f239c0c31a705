import type { NodeCountersRow } from '@frostline/clickhouse'
import { hitRatio } from '@frostline/domain'
import type { z } from 'zod'
import type { cacheCounters, storeCounters } from './schema.ts'

/** An event without an entry was never counted, so it is 0. */
function eventsOf(row: NodeCountersRow, ...names: string[]): bigint {
  return names.reduce((sum, name) => sum + (row.events[name] ?? 0n), 0n)
}

export function toCacheCounters(row: NodeCountersRow): z.infer<typeof cacheCounters> {
  const fromCache = eventsOf(row, 'CachedReadBufferReadFromCacheBytes')
  const fromSource = eventsOf(row, 'CachedReadBufferReadFromSourceBytes')
  return {
    sizeBytes: row.metrics.FilesystemCacheSize ?? 0n,
    limitBytes: row.metrics.FilesystemCacheSizeLimit ?? 0n,
    segments: row.metrics.FilesystemCacheElements ?? 0n,
    readFromCacheBytes: fromCache,
    readFromSourceBytes: fromSource,
    hitRatio: hitRatio(fromCache, fromSource),
    evictedBytes: eventsOf(row, 'FilesystemCacheEvictedBytes'),
  }
}

export function toStoreCounters(row: NodeCountersRow): z.infer<typeof storeCounters> {
  return {
    readRequests: eventsOf(row, 'S3ReadRequestsCount', 'AzureReadRequestsCount'),
    writeRequests: eventsOf(row, 'S3WriteRequestsCount', 'AzureWriteRequestsCount'),
    readErrors: eventsOf(row, 'S3ReadRequestsErrors', 'AzureReadRequestsErrors'),
    writeErrors: eventsOf(row, 'S3WriteRequestsErrors', 'AzureWriteRequestsErrors'),
    readBytes: eventsOf(row, 'ReadBufferFromS3Bytes', 'ReadBufferFromAzureBytes'),
    // No counter has the bytes that are written to Azure (26.7).
    writtenBytes:
      eventsOf(row, 'AzureWriteRequestsCount') > 0n ? null : eventsOf(row, 'WriteBufferFromS3Bytes'),
  }
}
