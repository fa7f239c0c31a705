import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { dateTime, uint64 } from '../query/scalars.ts'

/** Requests to object storage that failed, counted since the server's start, and when that was. */
export const storeErrors = defineQuery({
  name: 'store_errors',
  params: z.object({}),
  row: z.object({ errors: uint64, started_at: dateTime }),
  sql: `
SELECT
    (SELECT sum(value) FROM system.events WHERE event IN (
        'S3ReadRequestsErrors', 'S3WriteRequestsErrors', 'AzureReadRequestsErrors', 'AzureWriteRequestsErrors')) AS errors,
    toDateTime64(now('UTC') - uptime(), 0, 'UTC') AS started_at`,
})
export type StoreErrorsRow = RowOf<typeof storeErrors>
