import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { dateTime, integer, uint64 } from '../query/scalars.ts'

/**
 * Parts of one table whose moves failed lately, ours and the server's, one row a part, from part_log. Fails with
 * Code 60 where the node keeps none. The stack trace is cut off the exception.
 */
export const failedPartMoves = defineQuery({
  name: 'failed_part_moves',
  params: z.object({ database: z.string(), table: z.string(), seconds: z.number().int().min(1) }),
  row: z.object({
    part_name: z.string(),
    failures: uint64,
    last_time: dateTime,
    last_error: integer,
    last_exception: z.string(),
  }),
  sql: `
SELECT
    part_name,
    count() AS failures,
    max(event_time_microseconds) AS last_time,
    argMax(error, event_time_microseconds) AS last_error,
    substring(splitByString(', Stack trace', argMax(exception, event_time_microseconds))[1], 1, 400) AS last_exception
FROM system.part_log
WHERE event_type = 'MovePart' AND error != 0
    AND event_date >= toDate(now() - {seconds: UInt32}) AND event_time >= now() - {seconds: UInt32}
    AND database = {database: String} AND table = {table: String}
GROUP BY part_name`,
})
export type FailedPartMoveRow = RowOf<typeof failedPartMoves>
