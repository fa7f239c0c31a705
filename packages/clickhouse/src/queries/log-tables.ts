import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { dateTimeOrNone, uint64 } from '../query/scalars.ts'

/** The log tables that features use: query_log and part_log explain, the others are used if present. */
export const usefulLogTables: readonly string[] = [
  'query_log',
  'part_log',
  'filesystem_cache_log',
  'blob_storage_log',
  'asynchronous_metric_log',
  'metric_log',
]

/** Which system log tables exist on the node; a log without a first entry may not exist yet. */
export const listLogTables = defineQuery({
  name: 'list_log_tables',
  params: z.object({ names: z.array(z.string()).default([...usefulLogTables]) }),
  row: z.object({
    name: z.string(),
    engine: z.string(),
    total_rows: uint64.nullable(),
    total_bytes: uint64.nullable(),
  }),
  sql: `
SELECT name, engine, total_rows, total_bytes
FROM system.tables
WHERE database = 'system' AND has({names: Array(String)}, name)
ORDER BY name`,
})
export type LogTableRow = RowOf<typeof listLogTables>

/**
 * Start of a node's log: its oldest entry, null if empty. The first day is known from the partition index, and only
 * that day is read. Code 60: the node has no such log.
 */
export const oldestLogEntry = defineQuery({
  name: 'oldest_log_entry',
  params: z.object({ log: z.enum(['query_log', 'part_log', 'blob_storage_log', 'error_log']) }),
  row: z.object({ oldest_at: dateTimeOrNone }),
  maxExecutionSeconds: 10,
  sql: ({ log }) => `
SELECT min(${log === 'error_log' ? 'event_time' : 'event_time_microseconds'}) AS oldest_at
FROM system.${log}
WHERE event_date = (SELECT min(event_date) FROM system.${log})`,
})
