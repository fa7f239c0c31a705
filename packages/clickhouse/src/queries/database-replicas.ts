import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { integer } from '../query/scalars.ts'

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
