import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'

/**
 * Which table stands under a name now, and which of its parts a merge, a mutation or a move is using. One read, since
 * a mover asks it before and after every statement. No row: the table does not exist there.
 */
export const tableActivity = defineQuery({
  name: 'table_activity',
  params: z.object({ database: z.string(), table: z.string() }),
  row: z.object({
    uuid: z.string(),
    storage_policy: z.string(),
    merging_parts: z.array(z.string()),
    moving_parts: z.array(z.string()),
  }),
  sql: `
SELECT
    toString(uuid) AS uuid,
    storage_policy,
    (SELECT groupUniqArrayArray(source_part_names) FROM system.merges
     WHERE database = {database: String} AND table = {table: String}) AS merging_parts,
    (SELECT groupUniqArray(part_name) FROM system.moves
     WHERE database = {database: String} AND table = {table: String}) AS moving_parts
FROM system.tables
WHERE database = {database: String} AND name = {table: String}`,
})
export type TableActivityRow = RowOf<typeof tableActivity>
