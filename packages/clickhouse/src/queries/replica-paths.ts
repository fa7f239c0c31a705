import { z } from 'zod'
import { atPlace, placeParams } from '../query/at-place.ts'
import { defineQuery, type RowOf } from '../query/define-query.ts'

/**
 * Where replicated tables of this node have their place in Keeper: replicas of one table have the same, and they need not
 * stand in one shard. Columns that would ask Keeper are not read. `zookeeper_name` came with 22.2.
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
