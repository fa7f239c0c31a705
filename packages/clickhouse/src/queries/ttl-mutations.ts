import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'

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
