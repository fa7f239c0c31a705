import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { dateTime, float, uint64 } from '../query/scalars.ts'

/**
 * The loading of tables at the last start, as the server's loader remembers it (since 23.11), in one row: jobs, those
 * that wait or run, from the first to the last, and the ten that took longest. Jobs of an ATTACH DATABASE long after
 * the start are none of it. Names are `db.table`, in back quotes where they need them.
 */
export const tableLoadJobs = defineQuery({
  name: 'table_load_jobs',
  params: z.object({}),
  row: z.object({
    jobs: uint64,
    pending: uint64,
    failed: uint64,
    first_at: dateTime.nullable(),
    last_at: dateTime.nullable(),
    elapsed_seconds: float,
    slow_tables: z.array(z.string()),
    slow_seconds: z.array(z.number()),
  }),
  sql: `
SELECT
    count() AS jobs,
    countIf(status = 'PENDING') AS pending,
    countIf(status IN ('FAILED', 'CANCELED')) AS failed,
    min(start_time) AS first_at,
    max(finish_time) AS last_at,
    sum(elapsed) AS elapsed_seconds,
    arraySlice(arrayReverseSort(groupArray((elapsed, substring(job, length('load table ') + 1)))), 1, 10) AS slow,
    slow.2 AS slow_tables,
    slow.1 AS slow_seconds
FROM system.asynchronous_loader
WHERE startsWith(job, 'load table ') AND schedule_time < toDateTime64(now() - uptime() + 600, 6)`,
})
export type TableLoadJobsRow = RowOf<typeof tableLoadJobs>
