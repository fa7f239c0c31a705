import { z } from 'zod'
import { atPlace } from '../query/at-place.ts'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { dateTime, integer, uint64 } from '../query/scalars.ts'

/**
 * Moves that ended, ours and the server's, newest first, from part_log: disk_name is the target, size_in_bytes the
 * part, error 0 for success. The query_id is empty there: match by table uuid, part and time. Fails with Code 60
 * where the node keeps no part_log; a move that ended in the last seconds may still be in the log's buffer.
 */
export const listPartMoves = defineQuery({
  name: 'list_part_moves',
  params: z.object({
    database: z.string().default(''),
    table: z.string().default(''),
    since: z.date(),
    only_failed: z.boolean().default(false),
    limit: z.number().int().min(1).max(10_000).default(100),
  }),
  row: z.object({
    event_time: dateTime,
    duration_ms: uint64,
    database: z.string(),
    table: z.string(),
    table_uuid: z.string(),
    part_name: z.string(),
    partition_id: z.string(),
    disk_name: z.string(),
    rows: uint64,
    size_in_bytes: uint64,
    error: integer,
    exception: z.string(),
  }),
  sql: `
SELECT
    event_time_microseconds AS event_time, duration_ms, database, table, toString(table_uuid) AS table_uuid, part_name,
    partition_id, disk_name, rows, size_in_bytes, error, exception
FROM system.part_log
WHERE event_type = 'MovePart'
    AND event_date >= toDate({since: DateTime64(3)}) - 1
    AND event_time_microseconds >= {since: DateTime64(3)}
    AND ${atPlace}
    AND (NOT {only_failed: Bool} OR error != 0)
ORDER BY event_time_microseconds DESC
LIMIT {limit: UInt32}`,
})
export type PartMoveRow = RowOf<typeof listPartMoves>
