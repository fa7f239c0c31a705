import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { flag } from '../query/scalars.ts'

/**
 * Which table stands under a name now, and which of its parts a merge, a mutation or a move is using. One read, since
 * a mover asks it before and after every statement. No row: the table does not exist there. Of a replicated table also
 * which parts its replica knows of and does not have, and whether there may be more that it has not read of.
 */
export const tableActivity = defineQuery({
  name: 'table_activity',
  params: z.object({ database: z.string(), table: z.string() }),
  row: z.object({
    uuid: z.string(),
    storage_policy: z.string(),
    merging_parts: z.array(z.string()),
    moving_parts: z.array(z.string()),
    is_replicated: flag,
    is_readonly: flag,
    is_log_behind: flag,
    queued_parts: z.array(z.string()),
  }),
  sql: `
SELECT
    toString(uuid) AS uuid,
    storage_policy,
    (SELECT groupUniqArrayArray(source_part_names) FROM system.merges
     WHERE database = {database: String} AND table = {table: String}) AS merging_parts,
    (SELECT groupUniqArray(part_name) FROM system.moves
     WHERE database = {database: String} AND table = {table: String}) AS moving_parts,
    (SELECT count() > 0 FROM system.replicas
     WHERE database = {database: String} AND table = {table: String}) AS is_replicated,
    (SELECT max(is_readonly) FROM system.replicas
     WHERE database = {database: String} AND table = {table: String}) AS is_readonly,
    (SELECT max(log_max_index >= log_pointer) FROM system.replicas
     WHERE database = {database: String} AND table = {table: String}) AS is_log_behind,
    (SELECT groupUniqArray(10000)(new_part_name) FROM system.replication_queue
     WHERE database = {database: String} AND table = {table: String}
         AND type IN ('GET_PART', 'ATTACH_PART', 'MERGE_PARTS', 'MUTATE_PART')) AS queued_parts
FROM system.tables
WHERE database = {database: String} AND name = {table: String}`,
})
export type TableActivityRow = RowOf<typeof tableActivity>
