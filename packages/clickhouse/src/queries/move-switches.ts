import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { dateTime } from '../query/scalars.ts'

/**
 * SYSTEM STOP MOVES and START MOVES of the last days and since the server's start, newest first: no system table
 * tells whether moves are stopped (26.7), so this is the only trace of it. Fails with Code 60 where the node keeps
 * no query_log.
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
