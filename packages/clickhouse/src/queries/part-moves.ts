import { z } from 'zod'
import { atPlace, placeParams } from '../query/at-place.ts'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { exceptionText } from '../query/error-text.ts'
import { dateTime, float, integer, uint64 } from '../query/scalars.ts'

/**
 * Finished moves, ours and the server's, newest first, from part_log: disk_name is the target, size_in_bytes the part,
 * error 0 for success. The query_id is empty there: match by table uuid, part and time. Fails with Code 60 where the
 * node has no part_log; a move of the last seconds may still be in the log's buffer.
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
    partition_id, disk_name, rows, size_in_bytes, error, ${exceptionText('exception', 1000)} AS exception
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

/**
 * Parts of one table with recent failed moves, ours and the server's, one row per part, from part_log. Fails with Code
 * 60 where the node has none.
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
    ${exceptionText('argMax(exception, event_time_microseconds)', 400)} AS last_exception
FROM system.part_log
WHERE event_type = 'MovePart' AND error != 0
    AND event_date >= toDate(now() - {seconds: UInt32}) AND event_time >= now() - {seconds: UInt32}
    AND database = {database: String} AND table = {table: String}
GROUP BY part_name`,
})
export type FailedPartMoveRow = RowOf<typeof failedPartMoves>

/** Failed moves of the last hour, one row per table, from part_log. Fails with Code 60 where there is none. */
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
    ${exceptionText('argMax(exception, event_time_microseconds)', 300)} AS last_exception
FROM system.part_log
WHERE event_type = 'MovePart' AND error != 0
    AND event_date >= toDate(now() - 3600) AND event_time >= now() - 3600
GROUP BY database, table`,
})
export type FailedMovesByTableRow = RowOf<typeof failedMovesByTable>

/**
 * SYSTEM STOP MOVES and START MOVES of the last days and since the server's start, newest first: no system table shows
 * whether moves are stopped (26.7), so this is the only trace. Fails with Code 60 where the node has no query_log.
 */
export const moveSwitches = defineQuery({
  name: 'move_switches',
  params: z.object({ days: z.number().int().min(1).default(7), limit: z.number().int().min(1).default(500) }),
  row: z.object({
    query: z.string(),
    current_database: z.string(),
    event_time: dateTime,
    initial_user: z.string(),
  }),
  sql: `
SELECT query, current_database, event_time_microseconds AS event_time, initial_user
FROM system.query_log AS log
WHERE type = 'QueryFinish' AND query_kind = 'System'
    AND event_date >= greatest(toDate(now() - uptime()), today() - {days: UInt16})
    -- uptime() counts whole seconds: now() - uptime() may lie up to a second after the start.
    -- By its name alone it would be the column above, and a DateTime64 beside a DateTime counts as an error of the server.
    AND log.event_time >= now() - uptime() - 1
    AND match(query, '(?i)\\\\b(STOP|START)\\\\s+MOVES\\\\b')
ORDER BY event_time_microseconds DESC
LIMIT {limit: UInt32}`,
})
export type MoveSwitchRow = RowOf<typeof moveSwitches>

/** Running moves, ours and the server's: the part that is being copied now, one row per mover thread. */
export const runningMoves = defineQuery({
  name: 'running_moves',
  params: placeParams,
  row: z.object({
    database: z.string(),
    table: z.string(),
    elapsed: float,
    target_disk_name: z.string(),
    target_disk_path: z.string(),
    part_name: z.string(),
    part_size: uint64,
  }),
  sql: `
SELECT database, table, elapsed, target_disk_name, target_disk_path, part_name, part_size
FROM system.moves
WHERE ${atPlace}
ORDER BY elapsed DESC`,
})
export type RunningMoveRow = RowOf<typeof runningMoves>
