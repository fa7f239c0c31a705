import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { dateTime, flag, int64, integer } from '../query/scalars.ts'

/**
 * What the server uses to move parts of a table: its TTL and policy, the date columns that a TTL may use, its own
 * clock, and how busy the background move pool is. No row: the table does not exist there.
 */
export const tableMoveState = defineQuery({
  name: 'table_move_state',
  params: z.object({ database: z.string(), table: z.string() }),
  row: z.object({
    engine: z.string(),
    engine_full: z.string(),
    storage_policy: z.string(),
    partition_key: z.string(),
    date_column_names: z.array(z.string()),
    date_column_types: z.array(z.string()),
    date_column_in_key: z.array(flag),
    server_time: dateTime,
    uptime_seconds: integer,
    movers_busy: int64,
    movers: int64,
  }),
  sql: `
WITH (
    SELECT groupArray((name, type, is_in_partition_key))
    FROM system.columns
    WHERE database = {database: String} AND table = {table: String} AND startsWith(type, 'Date')
) AS date_columns
SELECT
    engine, engine_full, storage_policy, partition_key,
    arrayMap(column -> column.1, date_columns) AS date_column_names,
    arrayMap(column -> column.2, date_columns) AS date_column_types,
    arrayMap(column -> column.3, date_columns) AS date_column_in_key,
    now64(3, 'UTC') AS server_time, uptime() AS uptime_seconds,
    (SELECT sum(value) FROM system.metrics WHERE metric = 'BackgroundMovePoolTask') AS movers_busy,
    (SELECT sum(value) FROM system.metrics WHERE metric = 'BackgroundMovePoolSize') AS movers
FROM system.tables
WHERE database = {database: String} AND name = {table: String}`,
})
export type TableMoveStateRow = RowOf<typeof tableMoveState>
