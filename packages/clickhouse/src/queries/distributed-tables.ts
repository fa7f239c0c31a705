import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { dateTimeOrNone, flag, integer, uint64 } from '../query/scalars.ts'

/** Distributed tables; engine_full names the cluster, the local table and the sharding key. They have no partitions. */
export const listDistributedTables = defineQuery({
  name: 'list_distributed_tables',
  params: z.object({ database: z.string().default('') }),
  row: z.object({ database: z.string(), name: z.string(), engine_full: z.string() }),
  sql: `
SELECT database, name, engine_full
FROM system.tables
WHERE engine = 'Distributed' AND ({database: String} = '' OR database = {database: String})
ORDER BY database, name`,
})
export type DistributedTableRow = RowOf<typeof listDistributedTables>

/**
 * What Distributed tables of this node have queued, one row per table. A queue has a folder per shard and replica; the
 * table is blocked while one of them is.
 */
export const listDistributionQueues = defineQuery({
  name: 'list_distribution_queues',
  params: z.object({}),
  row: z.object({
    database: z.string(),
    table: z.string(),
    folders: uint64,
    blocked: flag,
    files: uint64,
    bytes: uint64,
    broken_files: uint64,
    broken_bytes: uint64,
    errors: uint64,
    last_error: z.string(),
    last_error_at: dateTimeOrNone,
  }),
  sql: `
SELECT
    database,
    table,
    count() AS folders,
    max(is_blocked) AS blocked,
    sum(data_files) AS files,
    sum(data_compressed_bytes) AS bytes,
    sum(broken_data_files) AS broken_files,
    sum(broken_data_compressed_bytes) AS broken_bytes,
    sum(error_count) AS errors,
    substring(argMax(last_exception, last_exception_time), 1, 2000) AS last_error,
    max(last_exception_time) AS last_error_at
FROM system.distribution_queue
GROUP BY database, table
ORDER BY database, table`,
})
export type DistributionQueueRow = RowOf<typeof listDistributionQueues>

/** The queue of one Distributed table of this node: empty where there is no such table. */
export const distributionQueue = defineQuery({
  name: 'distribution_queue',
  params: z.object({ database: z.string(), table: z.string() }),
  row: z.object({ files: uint64, bytes: uint64 }),
  sql: `
SELECT sum(data_files) AS files, sum(data_compressed_bytes) AS bytes
FROM system.distribution_queue
WHERE database = {database: String} AND table = {table: String}`,
})

/** Members of the clusters this node knows, one row per replica. `is_local` marks the node itself. */
export const listClusters = defineQuery({
  name: 'list_clusters',
  params: z.object({
    /** Empty: all clusters. */
    cluster: z.string().default(''),
  }),
  row: z.object({
    cluster: z.string(),
    shard_num: integer,
    shard_weight: integer,
    internal_replication: flag,
    replica_num: integer,
    host_name: z.string(),
    host_address: z.string(),
    port: integer,
    is_local: flag,
    errors_count: integer,
  }),
  sql: `
SELECT cluster, shard_num, shard_weight, internal_replication, replica_num, host_name, host_address, port, is_local, errors_count
FROM system.clusters
WHERE {cluster: String} = '' OR cluster = {cluster: String}
ORDER BY cluster, shard_num, replica_num`,
})
export type ClusterRow = RowOf<typeof listClusters>

/**
 * The result of an ON CLUSTER statement on each host. It is found by its log_comment: the entry keeps the settings of
 * the statement, but not its query id (26.7).
 */
export const ddlQueue = defineQuery({
  name: 'ddl_queue',
  params: z.object({ log_comment: z.string() }),
  row: z.object({
    entry: z.string(),
    host: z.string(),
    port: integer,
    /** Inactive, Active, Finished, Removing or Unknown. */
    status: z.string(),
    exception_code: integer,
    exception_text: z.string(),
  }),
  sql: `
SELECT entry, ifNull(host, '') AS host, ifNull(port, 0) AS port, ifNull(toString(status), 'Unknown') AS status,
    ifNull(exception_code, 0) AS exception_code, ifNull(exception_text, '') AS exception_text
FROM system.distributed_ddl_queue
WHERE settings['log_comment'] = {log_comment: String}
ORDER BY entry, host, port`,
})
export type DdlQueueRow = RowOf<typeof ddlQueue>
