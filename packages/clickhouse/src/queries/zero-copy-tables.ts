import { z } from 'zod'
import { atPlace, placeParams } from '../query/at-place.ts'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { uint64 } from '../query/scalars.ts'
import { filesOfPart } from './older-servers.ts'

/** By zero-copy replication, where the table or the server has it enabled, or by an engine that always shares. */
const sharing = `
WITH
    (SELECT any(value) FROM system.replicated_merge_tree_settings WHERE name = 'allow_remote_fs_zero_copy_replication') AS by_default,
    extract(engine_full, 'allow_remote_fs_zero_copy_replication = (\\\\w+)') AS by_table
SELECT database, name AS table
FROM system.tables
WHERE match(engine, '^Shared.*MergeTree$')
    OR (match(engine, '^Replicated.*MergeTree$') AND if(by_table = '', by_default, by_table) IN ('1', 'true'))`

/** Tables whose replicas share their objects on a store instead of having copies. */
export const zeroCopyTables = defineQuery({
  name: 'zero_copy_tables',
  params: z.object({}),
  row: z.object({ database: z.string(), table: z.string() }),
  maxExecutionSeconds: 10,
  sql: `${sharing}
ORDER BY database, table`,
})

/**
 * Parts of these tables by partition and disk, so that shared objects can be counted once. No row where nothing is
 * shared, whatever the number of parts.
 */
export const sharedPartitionSizes = defineQuery({
  name: 'shared_partition_sizes',
  params: placeParams,
  row: z.object({
    database: z.string(),
    table: z.string(),
    disk_name: z.string(),
    partition_id: z.string(),
    active_parts: uint64,
    active_files: uint64,
    active_bytes: uint64,
    inactive_bytes: uint64,
  }),
  maxExecutionSeconds: 10,
  sql: `
SELECT
    database,
    table,
    disk_name,
    partition_id,
    countIf(active) AS active_parts,
    sumIf(${filesOfPart}, active) AS active_files,
    sumIf(bytes_on_disk, active) AS active_bytes,
    sumIf(bytes_on_disk, NOT active) AS inactive_bytes
FROM system.parts
WHERE (database, table) IN (${sharing}
)
    AND ${atPlace}
GROUP BY database, table, disk_name, partition_id
ORDER BY database, table, disk_name, partition_id`,
})
export type SharedPartitionSizeRow = RowOf<typeof sharedPartitionSizes>
