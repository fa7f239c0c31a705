import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { flag, float, uint64 } from '../query/scalars.ts'

const row = z.object({ disk_name: z.string(), local_path: z.string(), remote_path: z.string(), size: uint64 })

/**
 * Every file of the given disks with its object, including what a FREEZE keeps. The server reads the metadata of each,
 * about 75 µs: stream it, and only on request. Name one of the disks that share a folder.
 */
export const remoteFiles = defineQuery({
  name: 'remote_files',
  params: z.object({ disks: z.array(z.string()) }),
  row,
  maxExecutionSeconds: 86_400,
  sql: `
SELECT disk_name, local_path, remote_path, size
FROM system.remote_data_paths
WHERE has({disks: Array(String)}, disk_name)
SETTINGS traverse_shadow_remote_data_paths = 1`,
})
export type RemoteFileRow = RowOf<typeof remoteFiles>

/** Those of them that are in one of these objects. Reads as much as all of them. */
export const filesOfObjects = defineQuery({
  name: 'files_of_objects',
  params: z.object({ disks: z.array(z.string()), keys: z.array(z.string()).max(10_000) }),
  row,
  maxExecutionSeconds: 3_600,
  sql: `
SELECT disk_name, local_path, remote_path, size
FROM system.remote_data_paths
WHERE has({disks: Array(String)}, disk_name) AND remote_path IN {keys: Array(String)}
SETTINGS traverse_shadow_remote_data_paths = 1`,
})

/** A few files of a disk, to find its bucket. The server stops as soon as it has them. */
export const sampleRemoteFiles = defineQuery({
  name: 'sample_remote_files',
  params: z.object({ disk: z.string(), limit: z.number().int().default(4) }),
  row,
  maxExecutionSeconds: 20,
  sql: `
SELECT disk_name, local_path, remote_path, size
FROM system.remote_data_paths
WHERE disk_name = {disk: String}
LIMIT {limit: UInt32}`,
})

/**
 * Age in seconds of the oldest running work that may write objects before any metadata refers to them. Null: there is
 * none. Fetches from other replicas are left out where `fetches` is false: the embedded mode has no such table.
 */
export const oldestWriter = defineQuery({
  name: 'oldest_writer',
  params: z.object({ fetches: z.boolean() }),
  row: z.object({ seconds: float }),
  sql: ({ fetches }) => `
SELECT if(count() = 0, NULL, max(elapsed)) AS seconds
FROM
(
    SELECT elapsed FROM system.merges
    UNION ALL
    SELECT elapsed FROM system.moves
    UNION ALL
    SELECT elapsed FROM system.processes WHERE query_kind NOT IN ('Select', 'Show', 'Describe', 'Explain', 'Exists', 'Use', 'Set')
    ${fetches ? 'UNION ALL\n    SELECT elapsed FROM system.replicated_fetches' : ''}
)`,
})

/** Parts of the given disks, active or not, as the server knows them. */
export const partsOfDisks = defineQuery({
  name: 'parts_of_disks',
  params: z.object({ disks: z.array(z.string()) }),
  row: z.object({
    database: z.string(),
    table: z.string(),
    name: z.string(),
    disk_name: z.string(),
    path: z.string(),
    active: flag,
    bytes_on_disk: uint64,
  }),
  maxExecutionSeconds: 600,
  sql: `
SELECT database, table, name, disk_name, path, active, bytes_on_disk
FROM system.parts
WHERE has({disks: Array(String)}, disk_name)`,
})

/** Existing tables, by the uuid in their folder names. */
export const tableUuids = defineQuery({
  name: 'table_uuids',
  params: z.object({}),
  row: z.object({ uuid: z.string(), database: z.string(), name: z.string() }),
  maxExecutionSeconds: 60,
  sql: `
SELECT toString(tables.uuid) AS uuid, database, name
FROM system.tables
WHERE notEmpty(tables.uuid)`,
})

export const systemTableNames = defineQuery({
  name: 'system_table_names',
  params: z.object({ names: z.array(z.string()) }),
  row: z.object({ name: z.string() }),
  sql: `
SELECT name FROM system.tables WHERE database = 'system' AND has({names: Array(String)}, name)`,
})
