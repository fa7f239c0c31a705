import { z } from 'zod'
import { defineQuery } from '../query/define-query.ts'
import { dateTimeOrNone } from '../query/scalars.ts'

/**
 * From when on a log of the node tells: its oldest entry, null without any. The first day is known from the index of its
 * partitions, and only that day is read. Code 60: the node keeps no such log.
 */
export const oldestLogEntry = defineQuery({
  name: 'oldest_log_entry',
  params: z.object({ log: z.enum(['query_log', 'blob_storage_log']) }),
  row: z.object({ oldest_at: dateTimeOrNone }),
  maxExecutionSeconds: 10,
  sql: ({ log }) => `
SELECT min(event_time_microseconds) AS oldest_at
FROM system.${log}
WHERE event_date = (SELECT min(event_date) FROM system.${log})`,
})
