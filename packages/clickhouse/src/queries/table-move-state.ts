import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { dateTime, int64, integer } from '../query/scalars.ts'

/**
 * What the server goes by when it moves parts of a table: its TTL and policy, its own clock, and how busy the
 * background move pool is. No row: the table does not exist there.
 */
export const tableMoveState = defineQuery({
  name: 'table_move_state',
  params: z.object({ database: z.string(), table: z.string() }),
  row: z.object({
    engine: z.string(),
    engine_full: z.string(),
    storage_policy: z.string(),
    server_time: dateTime,
    uptime_seconds: integer,
    movers_busy: int64,
    movers: int64,
  }),
  sql: `
SELECT
    engine, engine_full, storage_policy, now64(3, 'UTC') AS server_time, uptime() AS uptime_seconds,
    (SELECT sum(value) FROM system.metrics WHERE metric = 'BackgroundMovePoolTask') AS movers_busy,
    (SELECT sum(value) FROM system.metrics WHERE metric = 'BackgroundMovePoolSize') AS movers
FROM system.tables
WHERE database = {database: String} AND name = {table: String}`,
})
export type TableMoveStateRow = RowOf<typeof tableMoveState>
