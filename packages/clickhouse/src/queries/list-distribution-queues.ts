import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { dateTimeOrNone, flag, uint64 } from '../query/scalars.ts'

/**
 * What Distributed tables of this node have taken and not yet sent on, one row a table. A queue has a folder for each
 * shard and replica; the table is blocked while one of them is.
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

/** What one Distributed table of this node has taken and not yet sent on: nothing, where there is no such table. */
export const distributionQueue = defineQuery({
  name: 'distribution_queue',
  params: z.object({ database: z.string(), table: z.string() }),
  row: z.object({ files: uint64, bytes: uint64 }),
  sql: `
SELECT sum(data_files) AS files, sum(data_compressed_bytes) AS bytes
FROM system.distribution_queue
WHERE database = {database: String} AND table = {table: String}`,
})
