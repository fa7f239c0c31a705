import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'

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
