import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { integer, uint64 } from '../query/scalars.ts'

/**
 * What Keeper says of replicated tables. The server sends several requests for each, so ask for few tables at a time.
 * While it has no session the counts are 0: read them only where the session is there.
 */
export const replicaKeeper = defineQuery({
  name: 'replica_keeper',
  params: z.object({
    /** Of the same length: a table is a pair. */
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

/** Counted since the server started: sessions begun, failed requests, requests, and the time that they took. */
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
