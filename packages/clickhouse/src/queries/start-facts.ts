import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { dateTime, float, int64, integer, uint64 } from '../query/scalars.ts'
import { coresExpression } from './node-facts.ts'
import { cachedByDisk } from './older-servers.ts'

/** GETs of object storage disks, and their time; `S3…` without `Disk` would include s3(). */
export const diskReadEvents = [
  'DiskS3GetObject',
  'DiskS3ReadRequestsCount',
  'DiskS3ReadMicroseconds',
  'DiskAzureGetObject',
  'DiskAzureReadRequestsCount',
  'DiskAzureReadMicroseconds',
] as const

/**
 * What the next start of a node depends on in addition to its parts, one row: cores, disks (parallel arrays; a disk
 * with a cache path is a cache), settings by name, and the cost of its GETs so far. A setting that this version lacks
 * has no entry.
 */
export const startFacts = defineQuery({
  name: 'start_facts',
  params: z.object({ settings: z.array(z.string()).min(1) }),
  row: z.object({
    version: z.string(),
    cores: uint64,
    disk_names: z.array(z.string()),
    disk_types: z.array(z.string()),
    disk_remote: z.array(z.boolean()),
    disk_cached: z.array(z.boolean()),
    server_settings: z.record(z.string(), z.string()),
    merge_tree_settings: z.record(z.string(), z.string()),
    changed_settings: z.array(z.string()),
    events: z.record(z.string(), uint64),
  }),
  sql: `
WITH
    (SELECT (groupArray(name), groupArray(type), groupArray(toBool(is_remote)), groupArray(is_cached)) FROM (
        SELECT name, type, is_remote, toBool(cache_path != '' OR ${cachedByDisk} != '') AS is_cached FROM system.disks
    )) AS disks
SELECT
    version() AS version,
    ${coresExpression} AS cores,
    disks.1 AS disk_names,
    disks.2 AS disk_types,
    disks.3 AS disk_remote,
    disks.4 AS disk_cached,
    (SELECT mapFromArrays(groupArray(name), groupArray(value)) FROM system.server_settings WHERE has({settings: Array(String)}, name)) AS server_settings,
    (SELECT mapFromArrays(groupArray(name), groupArray(value)) FROM system.merge_tree_settings WHERE has({settings: Array(String)}, name)) AS merge_tree_settings,
    (SELECT groupArray(name) FROM (
        SELECT name FROM system.server_settings WHERE changed
        UNION ALL
        SELECT name FROM system.merge_tree_settings WHERE changed
    ) WHERE has({settings: Array(String)}, name)) AS changed_settings,
    (SELECT mapFromArrays(groupArray(event), groupArray(value)) FROM system.events WHERE event IN (${diskReadEvents.map((event) => `'${event}'`).join(', ')})) AS events`,
})
export type StartFactsRow = RowOf<typeof startFacts>

/**
 * The server's uptime, and the progress of loading its parts: counters since its start, and running or queued jobs of
 * the loaders. LoadedDataPartsMicroseconds is a sum over tables of the time that each took, so with several tables at a
 * time it exceeds the elapsed time; a table is counted after its last active part. Versions name the loaders' metrics
 * differently or not at all: a missing entry means unknown.
 */
export const startPulse = defineQuery({
  name: 'start_pulse',
  params: z.object({}),
  row: z.object({
    uptime_seconds: integer,
    version: z.string(),
    events: z.record(z.string(), uint64),
    metrics: z.record(z.string(), int64),
  }),
  sql: `
SELECT
    uptime() AS uptime_seconds,
    version() AS version,
    (SELECT mapFromArrays(groupArray(event), groupArray(value)) FROM system.events WHERE event IN ('LoadedDataParts', 'LoadedDataPartsMicroseconds', ${diskReadEvents.map((event) => `'${event}'`).join(', ')})) AS events,
    (SELECT mapFromArrays(groupArray(metric), groupArray(value)) FROM system.metrics WHERE metric IN ('TablesLoaderForegroundThreadsScheduled', 'TablesLoaderBackgroundThreadsScheduled', 'MergeTreePartsLoaderThreadsScheduled')) AS metrics`,
})
export type StartPulseRow = RowOf<typeof startPulse>

/**
 * The loading of tables at the last start, as the server's loader remembers it (since 23.11), in one row: jobs, those
 * waiting or running, the time from the first to the last, and the ten that took longest. Jobs of an ATTACH DATABASE
 * long after the start are excluded. Names are `db.table`, in backquotes where needed.
 */
export const tableLoadJobs = defineQuery({
  name: 'table_load_jobs',
  params: z.object({}),
  row: z.object({
    jobs: uint64,
    pending: uint64,
    failed: uint64,
    first_at: dateTime.nullable(),
    last_at: dateTime.nullable(),
    elapsed_seconds: float,
    slow_tables: z.array(z.string()),
    slow_seconds: z.array(z.number()),
  }),
  sql: `
SELECT
    count() AS jobs,
    countIf(status = 'PENDING') AS pending,
    countIf(status IN ('FAILED', 'CANCELED')) AS failed,
    min(start_time) AS first_at,
    max(finish_time) AS last_at,
    sum(elapsed) AS elapsed_seconds,
    arraySlice(arrayReverseSort(groupArray((elapsed, substring(job, length('load table ') + 1)))), 1, 10) AS slow,
    slow.2 AS slow_tables,
    slow.1 AS slow_seconds
FROM system.asynchronous_loader
WHERE startsWith(job, 'load table ') AND schedule_time < toDateTime64(now() - uptime() + 600, 6)`,
})
export type TableLoadJobsRow = RowOf<typeof tableLoadJobs>
