import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { uint64 } from '../query/scalars.ts'
import { coresExpression } from './node-cores.ts'

/** GETs of disks on object storage, and the time that they took; `S3…` without `Disk` would count s3() too. */
export const diskReadEvents = [
  'DiskS3GetObject',
  'DiskS3ReadRequestsCount',
  'DiskS3ReadMicroseconds',
  'DiskAzureGetObject',
  'DiskAzureReadRequestsCount',
  'DiskAzureReadMicroseconds',
] as const

/**
 * What the next start of a node depends on beside its parts, one row: cores, disks (arrays that run in step; a disk with a
 * cache path is a cache), settings by name, and what its GETs took so far. A setting that this version lacks has no entry.
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
    disk_cache_paths: z.array(z.string()),
    server_settings: z.record(z.string(), z.string()),
    merge_tree_settings: z.record(z.string(), z.string()),
    changed_settings: z.array(z.string()),
    events: z.record(z.string(), uint64),
  }),
  sql: `
WITH
    (SELECT (groupArray(name), groupArray(type), groupArray(toBool(is_remote)), groupArray(cache_path)) FROM system.disks) AS disks
SELECT
    version() AS version,
    ${coresExpression} AS cores,
    disks.1 AS disk_names,
    disks.2 AS disk_types,
    disks.3 AS disk_remote,
    disks.4 AS disk_cache_paths,
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
