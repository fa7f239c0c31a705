import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'

/** Mutations of one table that are not done, each with every part it has still to do. */
export const unfinishedMutations = defineQuery({
  name: 'unfinished_mutations',
  params: z.object({ database: z.string(), table: z.string() }),
  row: z.object({ mutation_id: z.string(), command: z.string(), parts_to_do_names: z.array(z.string()) }),
  sql: `
SELECT mutation_id, command, parts_to_do_names
FROM system.mutations
WHERE NOT is_done AND database = {database: String} AND table = {table: String}
ORDER BY create_time`,
})
export type UnfinishedMutationRow = RowOf<typeof unfinishedMutations>
