import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { flag, integer, uint64 } from '../query/scalars.ts'

/**
 * What the replica of a table on this node says of itself; no row for a table that is not replicated. Only columns that the node
 * has in memory: the others ask Keeper, and wait for it while it is away.
 */
export const tableReplica = defineQuery({
  name: 'table_replica',
  params: z.object({ database: z.string(), table: z.string() }),
  row: z.object({
    keeper_path: z.string(),
    is_readonly: flag,
    is_session_expired: flag,
    queue_size: integer,
    inserts_in_queue: integer,
    absolute_delay: uint64,
  }),
  sql: `
SELECT concat(zookeeper_name, ':', zookeeper_path) AS keeper_path, is_readonly, is_session_expired, queue_size, inserts_in_queue, absolute_delay
FROM system.replicas
WHERE database = {database: String} AND table = {table: String}`,
})
export type TableReplicaRow = RowOf<typeof tableReplica>

/** MATERIALIZE TTL of one table, done or not. Replicas of a shard know a mutation by the same name. */
export const ttlMutations = defineQuery({
  name: 'ttl_mutations',
  params: z.object({ database: z.string(), table: z.string() }),
  row: z.object({ mutation_id: z.string() }),
  sql: `
SELECT mutation_id FROM system.mutations
WHERE database = {database: String} AND table = {table: String} AND command LIKE '%MATERIALIZE TTL%'
ORDER BY mutation_id`,
})
export type TtlMutationRow = RowOf<typeof ttlMutations>
