import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { int64, uint64 } from '../query/scalars.ts'

/** Counters that tell the cache's hit ratio and the traffic with the object store since the server started. */
export const cacheAndStoreEvents: readonly string[] = [
  'CachedReadBufferReadFromCacheBytes',
  'CachedReadBufferReadFromSourceBytes',
  'CachedReadBufferReadFromSourceMicroseconds',
  'CachedReadBufferCacheWriteBytes',
  'CachedReadBufferReadFromCacheHits',
  'CachedReadBufferReadFromCacheMisses',
  'FilesystemCacheEvictedBytes',
  'FilesystemCacheEvictedFileSegments',
  'S3GetObject',
  'AzureGetObject',
  'S3PutObject',
  'S3ListObjects',
  'S3ReadRequestsCount',
  'S3WriteRequestsCount',
  'S3ReadRequestsErrors',
  'S3WriteRequestsErrors',
  'AzureReadRequestsCount',
  'AzureWriteRequestsCount',
  'AzureReadRequestsErrors',
  'AzureWriteRequestsErrors',
  'ReadBufferFromS3Bytes',
  'WriteBufferFromS3Bytes',
  'ReadBufferFromAzureBytes',
]

export const cacheMetrics: readonly string[] = [
  'FilesystemCacheSize',
  'FilesystemCacheSizeLimit',
  'FilesystemCacheElements',
]

/**
 * Chosen events (counted since start) and metrics (now) of a node, one row of two maps. A name without an entry
 * was never counted: read it as 0.
 */
export const nodeCounters = defineQuery({
  name: 'node_counters',
  params: z.object({
    events: z.array(z.string()).default([...cacheAndStoreEvents]),
    metrics: z.array(z.string()).default([...cacheMetrics]),
  }),
  row: z.object({
    events: z.record(z.string(), uint64),
    metrics: z.record(z.string(), int64),
  }),
  sql: `
SELECT
    (SELECT mapFromArrays(groupArray(event), groupArray(value)) FROM system.events WHERE has({events: Array(String)}, event)) AS events,
    (SELECT mapFromArrays(groupArray(metric), groupArray(value)) FROM system.metrics WHERE has({metrics: Array(String)}, metric)) AS metrics`,
})
export type NodeCountersRow = RowOf<typeof nodeCounters>
