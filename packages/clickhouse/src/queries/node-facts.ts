import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { dateTime, dateTimeOrNone, flag, int64, integer, uint64 } from '../query/scalars.ts'
import { metricValue } from './older-servers.ts'

/**
 * Which server answers. hostName() is the same for all nodes of one machine, so the display name, the macros and the
 * TCP port are read too; getMacro() would fail where a macro is missing (Code 139), system.macros does not.
 */
export const nodeIdentity = defineQuery({
  name: 'node_identity',
  params: z.object({}),
  row: z.object({
    display_name: z.string(),
    host_name: z.string(),
    version: z.string(),
    uptime_seconds: integer,
    server_time: dateTime,
    timezone: z.string(),
    tcp_port: integer,
    macros: z.record(z.string(), z.string()),
    current_user: z.string(),
  }),
  sql: `
SELECT
    displayName() AS display_name,
    hostName() AS host_name,
    version() AS version,
    uptime() AS uptime_seconds,
    now64(3, 'UTC') AS server_time,
    timezone() AS timezone,
    tcpPort() AS tcp_port,
    (SELECT mapFromArrays(groupArray(macro), groupArray(substitution)) FROM system.macros) AS macros,
    currentUser() AS current_user`,
})
export type NodeIdentityRow = RowOf<typeof nodeIdentity>

/** The cores that the server may use, as it sees them: in a container those of its limit. */
export const coresExpression = `toUInt64(extract(toString(getSetting('max_threads')), '\\\\d+'))`

export const nodeCores = defineQuery({
  name: 'node_cores',
  params: z.object({}),
  row: z.object({ cores: uint64 }),
  sql: `SELECT ${coresExpression} AS cores`,
})
export type NodeCoresRow = RowOf<typeof nodeCores>

/** Uptime of the server in whole seconds. */
export const serverUptime = defineQuery({
  name: 'server_uptime',
  params: z.object({}),
  row: z.object({ uptime_seconds: integer }),
  sql: `SELECT uptime() AS uptime_seconds`,
})

/** Counters for the caches and the traffic with the object store since the server started. */
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
  'AzureListObjects',
  'S3DeleteObjects',
  'AzureDeleteObjects',
  'S3ReadRequestsCount',
  'S3WriteRequestsCount',
  'S3ReadRequestsErrors',
  'S3WriteRequestsErrors',
  'S3ReadRequestsThrottling',
  'S3WriteRequestsThrottling',
  'S3ReadMicroseconds',
  'S3WriteMicroseconds',
  'AzureReadRequestsCount',
  'AzureWriteRequestsCount',
  'AzureReadRequestsErrors',
  'AzureWriteRequestsErrors',
  'AzureReadRequestsThrottling',
  'AzureWriteRequestsThrottling',
  'AzureReadMicroseconds',
  'AzureWriteMicroseconds',
  'ReadBufferFromS3Bytes',
  'WriteBufferFromS3Bytes',
  'ReadBufferFromAzureBytes',
]

export const nodeMetrics: readonly string[] = [
  'PartsActive',
  'FilesystemCacheSize',
  'FilesystemCacheSizeLimit',
  'FilesystemCacheElements',
]

/**
 * Chosen events (counted since start) and metrics (now) of a node, two maps. A missing name was never
 * counted: read it as 0.
 */
export const nodeCounters = defineQuery({
  name: 'node_counters',
  params: z.object({
    events: z.array(z.string()).default([...cacheAndStoreEvents]),
    metrics: z.array(z.string()).default([...nodeMetrics]),
  }),
  row: z.object({
    events: z.record(z.string(), uint64),
    metrics: z.record(z.string(), int64),
    uptime_seconds: integer,
    started_at: dateTime,
  }),
  sql: `
SELECT
    (SELECT mapFromArrays(groupArray(event), groupArray(value)) FROM system.events WHERE has({events: Array(String)}, event)) AS events,
    (SELECT mapFromArrays(groupArray(metric), groupArray(${metricValue})) FROM system.metrics WHERE has({metrics: Array(String)}, metric)) AS metrics,
    uptime() AS uptime_seconds,
    toDateTime64(now('UTC') - uptime(), 0, 'UTC') AS started_at`,
})
export type NodeCountersRow = RowOf<typeof nodeCounters>

/** Errors counted by the server since its start, the latest first. remote: reported by a peer. */
export const listNodeErrors = defineQuery({
  name: 'list_node_errors',
  params: z.object({ limit: z.number().int().min(1).max(1_000).default(50) }),
  row: z.object({
    name: z.string(),
    code: integer,
    value: uint64,
    last_error_time: dateTimeOrNone,
    last_error_message: z.string(),
    remote: flag,
  }),
  sql: `
SELECT name, code, value, last_error_time, substring(last_error_message, 1, 2000) AS last_error_message, remote
FROM system.errors
WHERE value > 0
ORDER BY last_error_time DESC, code
LIMIT {limit: UInt32}`,
})
export type NodeErrorRow = RowOf<typeof listNodeErrors>
