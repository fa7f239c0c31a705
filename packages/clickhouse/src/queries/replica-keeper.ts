import { z } from 'zod'
import { atPlace, placeParams } from '../query/at-place.ts'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { flag, integer, uint64 } from '../query/scalars.ts'

/**
 * Keeper's data on replicated tables. The server sends several requests for each, so query few tables at a time.
 * Without a session the counts are 0: read them only where there is a session.
 */
export const replicaKeeper = defineQuery({
  name: 'replica_keeper',
  params: z.object({
    /** Parallel lists: a table is a pair. */
    databases: z.array(z.string()),
    tables: z.array(z.string()),
  }),
  row: z.object({
    database: z.string(),
    table: z.string(),
    total_replicas: integer,
    active_replicas: integer,
    /** Entries of the log that the replica has not copied into its queue yet. An empty log has the index 0 too. */
    log_behind: uint64,
    lost_part_count: uint64.default(0n),
    zookeeper_exception: z.string(),
    replica_is_active: z.record(z.string(), integer).default({}),
  }),
  sql: `
SELECT
    COLUMNS('^(database|table|total_replicas|active_replicas|lost_part_count|zookeeper_exception|replica_is_active)$'),
    if(log_max_index > 0 AND log_max_index >= log_pointer, log_max_index + 1 - log_pointer, 0) AS log_behind
FROM system.replicas
WHERE (database, table) IN (SELECT arrayJoin(arrayZip({databases: Array(String)}, {tables: Array(String)})))
    AND has({databases: Array(String)}, database) AND has({tables: Array(String)}, table)`,
})
export type ReplicaKeeperRow = RowOf<typeof replicaKeeper>

/** Counted since the server started: sessions started, failed requests, requests, and their total time. */
export const keeperEvents: readonly string[] = [
  'ZooKeeperInit',
  'ZooKeeperHardwareExceptions',
  'ZooKeeperTransactions',
  'ZooKeeperWaitMicroseconds',
]

export const keeperMetrics: readonly string[] = [
  'ZooKeeperSession',
  'ZooKeeperConnectionLossStartedTimestampSeconds',
]

/**
 * Keeper paths of this node's replicated tables: replicas of one table have the same, and need not be in one shard.
 * Columns that would query Keeper are not read. `zookeeper_name` was added in 22.2.
 */
export const replicaPaths = defineQuery({
  name: 'replica_paths',
  params: placeParams,
  row: z.object({
    database: z.string(),
    table: z.string(),
    zookeeper_name: z.string().default(''),
    zookeeper_path: z.string(),
  }),
  sql: `
SELECT COLUMNS('^(database|table|zookeeper_name|zookeeper_path)$')
FROM system.replicas
WHERE ${atPlace}
ORDER BY database, table`,
})
export type ReplicaPathRow = RowOf<typeof replicaPaths>

/** The Replicated database of a node; no row where the database is of another engine. */
export const databaseReplicas = defineQuery({
  name: 'database_replicas',
  params: z.object({ database: z.string() }),
  row: z.object({
    /** In Keeper, as it was written: the same on all its replicas. Their lists of replicas are not at once. */
    path: z.string(),
    shards: integer,
  }),
  sql: `
SELECT
    splitByChar('''', engine_full)[2] AS path,
    (SELECT toUInt32(uniqExact(shard_num)) FROM system.clusters WHERE cluster = {database: String}) AS shards
FROM system.databases
WHERE name = {database: String} AND engine = 'Replicated'`,
})
export type DatabaseReplicasRow = RowOf<typeof databaseReplicas>

/** Quorum settings of this session's account for inserts and reads. `auto` is the majority of all replicas. */
export const quorumSettings = defineQuery({
  name: 'quorum_settings',
  params: z.object({}),
  row: z.object({ insert_quorum: z.string(), sequential: flag }),
  sql: `
SELECT
    toString(getSetting('insert_quorum')) AS insert_quorum,
    toUInt8(getSetting('select_sequential_consistency') > 0) AS sequential`,
})
