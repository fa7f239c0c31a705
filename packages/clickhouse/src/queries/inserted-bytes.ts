import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { dateTimeOrNone, uint64 } from '../query/scalars.ts'

/**
 * Bytes of the parts that inserts have written since a time, one row per table, from part_log. Merges, mutations and
 * copies fetched from other replicas are not inserts. Fails with Code 60 where the node has no part_log.
 */
export const insertedBytes = defineQuery({
  name: 'inserted_bytes',
  params: z.object({ since: z.date() }),
  row: z.object({ database: z.string(), table: z.string(), bytes: uint64 }),
  maxExecutionSeconds: 20,
  sql: `
SELECT database, table, sum(size_in_bytes) AS bytes
FROM system.part_log
WHERE event_type = 'NewPart' AND error = 0
    AND event_date >= toDate({since: DateTime64(3)}) - 1
    AND event_time_microseconds >= {since: DateTime64(3)}
    AND database NOT IN ('system', 'INFORMATION_SCHEMA', 'information_schema')
GROUP BY database, table
ORDER BY database, table`,
})
export type InsertedBytesRow = RowOf<typeof insertedBytes>

/** The first entry of part_log since a time, so that a rate is not measured over a time without a log. None: empty. */
export const partLogStart = defineQuery({
  name: 'part_log_start',
  params: z.object({ since: z.date() }),
  row: z.object({ first: dateTimeOrNone }),
  maxExecutionSeconds: 20,
  sql: `
SELECT min(event_time) AS first
FROM system.part_log
WHERE event_date >= toDate({since: DateTime64(3)}) - 1 AND event_time_microseconds >= {since: DateTime64(3)}`,
})
