import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { integer, uint64 } from '../query/scalars.ts'

/** Moves that failed within the last hour, one row a table, from part_log. Fails with Code 60 where there is none. */
export const failedMovesByTable = defineQuery({
  name: 'failed_moves_by_table',
  params: z.object({}),
  row: z.object({
    database: z.string(),
    table: z.string(),
    failures: uint64,
    parts: uint64,
    last_error: integer,
    last_exception: z.string(),
  }),
  sql: `
SELECT
    database, table,
    count() AS failures,
    uniqExact(part_name) AS parts,
    argMax(error, event_time_microseconds) AS last_error,
    substring(splitByString(', Stack trace', argMax(exception, event_time_microseconds))[1], 1, 300) AS last_exception
FROM system.part_log
WHERE event_type = 'MovePart' AND error != 0
    AND event_date >= toDate(now() - 3600) AND event_time >= now() - 3600
GROUP BY database, table`,
})
export type FailedMovesByTableRow = RowOf<typeof failedMovesByTable>
