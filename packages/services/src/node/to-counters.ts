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
    readRequests: eventsOf(row, 'S3ReadRequestsCount'),
    writeRequests: eventsOf(row, 'S3WriteRequestsCount'),
    readErrors: eventsOf(row, 'S3ReadRequestsErrors'),
    writeErrors: eventsOf(row, 'S3WriteRequestsErrors'),
    readBytes: eventsOf(row, 'ReadBufferFromS3Bytes', 'ReadBufferFromAzureBytes'),
    writtenBytes: eventsOf(row, 'WriteBufferFromS3Bytes', 'WriteBufferFromAzureBytes'),
  }
}
