import { z } from 'zod'
import { atPlace, placeParams } from '../query/at-place.ts'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { dateTime, dateTimeOrNone, int64 } from '../query/scalars.ts'

/** Mutations that are not done, with the last failure. Each still rewrites parts, wherever they lie. */
export const pendingMutations = defineQuery({
  name: 'pending_mutations',
  params: placeParams,
  row: z.object({
    database: z.string(),
    table: z.string(),
    mutation_id: z.string(),
    command: z.string(),
    create_time: dateTime,
    parts_to_do: int64,
    parts_to_do_names: z.array(z.string()),
    latest_failed_part: z.string(),
    latest_fail_time: dateTimeOrNone,
    latest_fail_reason: z.string(),
  }),
  sql: `
SELECT
    database, table, mutation_id, command, create_time, parts_to_do,
    arraySlice(parts_to_do_names, 1, 100) AS parts_to_do_names,
    latest_failed_part, latest_fail_time, latest_fail_reason
FROM system.mutations
WHERE NOT is_done
    AND ${atPlace}
ORDER BY create_time`,
})
export type PendingMutationRow = RowOf<typeof pendingMutations>
