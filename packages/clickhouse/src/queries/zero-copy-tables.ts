import { z } from 'zod'
import { defineQuery } from '../query/define-query.ts'

/**
 * Tables whose replicas share their objects on a store instead of having copies: by zero-copy replication, where the table
 * or the server has it on, or by an engine that always shares.
 */
export const zeroCopyTables = defineQuery({
  name: 'zero_copy_tables',
  params: z.object({}),
  row: z.object({ database: z.string(), table: z.string() }),
  maxExecutionSeconds: 10,
  sql: `
WITH
    (SELECT any(value) FROM system.replicated_merge_tree_settings WHERE name = 'allow_remote_fs_zero_copy_replication') AS by_default,
    extract(engine_full, 'allow_remote_fs_zero_copy_replication = (\\\\w+)') AS by_table
SELECT database, name AS table
FROM system.tables
WHERE match(engine, '^Shared.*MergeTree$')
    OR (match(engine, '^Replicated.*MergeTree$') AND if(by_table = '', by_default, by_table) IN ('1', 'true'))
ORDER BY database, table`,
})
