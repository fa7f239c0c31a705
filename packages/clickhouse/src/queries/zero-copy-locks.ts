import { z } from 'zod'
import { atPlace, placeParams } from '../query/at-place.ts'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { flag, integer, uint64 } from '../query/scalars.ts'

/**
 * Replicated tables of a node with what determines whether their replicas share objects. Table settings override those
 * of the server. Does not query Keeper.
 */
export const zeroCopySettings = defineQuery({
  name: 'zero_copy_settings',
  params: placeParams,
  row: z.object({
    database: z.string(),
    table: z.string(),
    uuid: z.string(),
    storage_policy: z.string(),
    engine_full: z.string(),
    default_enabled: z.string(),
    default_path: z.string(),
  }),
  sql: `
WITH
    (SELECT any(value) FROM system.replicated_merge_tree_settings WHERE name = 'allow_remote_fs_zero_copy_replication') AS default_enabled,
    (SELECT any(value) FROM system.replicated_merge_tree_settings WHERE name = 'remote_fs_zero_copy_zookeeper_path') AS default_path
SELECT database, name AS table, toString(tables.uuid) AS uuid, storage_policy, engine_full, default_enabled, default_path
FROM system.tables AS tables
WHERE match(engine, '^Replicated.*MergeTree$') AND ${atPlace}
ORDER BY database, name`,
})
export type ZeroCopySettingsRow = RowOf<typeof zeroCopySettings>

/** What the server rejects while replicas share, and its description of the setting. */
export const zeroCopyTerms = defineQuery({
  name: 'zero_copy_terms',
  params: z.object({}),
  row: z.object({ version: z.string(), name: z.string(), value: z.string(), description: z.string() }),
  sql: `
SELECT version() AS version, name, value, description
FROM system.replicated_merge_tree_settings
WHERE name = 'allow_remote_fs_zero_copy_replication' OR match(name, '^disable_[a-z]+_partition_for_zero_copy_replication$')
ORDER BY name`,
})

const keeper = z.object({
  /** As system.replicas names it. `default` is the one that needs no name. */
  zookeeper: z.string().default('default'),
})
const ofKeeper = (zookeeper: string) =>
  zookeeper === 'default' ? '' : ' AND zookeeperName = {zookeeper: String}'

/**
 * Children of some Keeper nodes; a missing path has none. One request per path and one per child, and it hangs as long
 * as Keeper does: query little, with a deadline, and never on an interval of seconds.
 */
export const keeperChildren = defineQuery({
  name: 'keeper_children',
  params: keeper.extend({ paths: z.array(z.string()).max(10_000) }),
  row: z.object({ path: z.string(), name: z.string(), value: z.string(), children: integer }),
  sql: ({ zookeeper }) => `
SELECT path, name, substring(value, 1, 200) AS value, numChildren AS children
FROM system.zookeeper
WHERE path IN (SELECT arrayJoin({paths: Array(String)}))${ofKeeper(zookeeper)}
ORDER BY path, name`,
})
export type KeeperChildRow = RowOf<typeof keeperChildren>

/** For lock nodes of parts, `<root>/<part>`: who holds which blob. A child of a blob is a replica. */
export const zeroCopyLocks = defineQuery({
  name: 'zero_copy_locks',
  params: keeper.extend({ paths: z.array(z.string()).max(10_000) }),
  row: z.object({ path: z.string(), name: z.string() }),
  sql: ({ zookeeper }) => `
SELECT path, name
FROM system.zookeeper
WHERE path IN (
    SELECT concat(path, '/', name)
    FROM system.zookeeper
    WHERE path IN (SELECT arrayJoin({paths: Array(String)})) AND numChildren > 0${ofKeeper(zookeeper)}
)${ofKeeper(zookeeper)}
ORDER BY path, name`,
})

/** All parts of a table on all disks, with what is needed to find out who shares them. */
export const zeroCopyParts = defineQuery({
  name: 'zero_copy_parts',
  params: z.object({ database: z.string(), table: z.string(), limit: z.number().int() }),
  row: z.object({ name: z.string(), disk_name: z.string(), active: flag, bytes_on_disk: uint64 }),
  sql: `
SELECT name, disk_name, active, bytes_on_disk
FROM system.parts
WHERE database = {database: String} AND table = {table: String}
ORDER BY name
LIMIT {limit: UInt32}`,
})
export type ZeroCopyPartRow = RowOf<typeof zeroCopyParts>

/**
 * The object of each checksums.txt of a table, including a detached one; lock paths contain its name. The server reads
 * the metadata of every file of these disks, about 75 µs each: only on request.
 */
export const checksumObjects = defineQuery({
  name: 'checksum_objects',
  params: z.object({ disks: z.array(z.string()), uuids: z.array(z.string()), limit: z.number().int() }),
  row: z.object({ disk_name: z.string(), local_path: z.string(), remote_path: z.string() }),
  maxExecutionSeconds: 60,
  sql: `
SELECT disk_name, local_path, remote_path
FROM system.remote_data_paths
WHERE has({disks: Array(String)}, disk_name)
    AND arrayExists(uuid -> position(local_path, uuid) > 0, {uuids: Array(String)})
    AND endsWith(local_path, '/checksums.txt')
LIMIT {limit: UInt32}`,
})
export type ChecksumObjectRow = RowOf<typeof checksumObjects>
