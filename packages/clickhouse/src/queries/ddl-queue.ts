import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { integer } from '../query/scalars.ts'

/**
 * What became of a statement ON CLUSTER on each host. It is found by the log_comment that it was sent with: the entry
 * keeps the settings of the statement, but not its query id (26.7).
 */
export const ddlQueue = defineQuery({
  name: 'ddl_queue',
  params: z.object({ log_comment: z.string() }),
  row: z.object({
    entry: z.string(),
    host: z.string(),
    port: integer,
    /** Inactive, Active, Finished, Removing or Unknown. */
    status: z.string(),
    exception_code: integer,
    exception_text: z.string(),
  }),
  sql: `
SELECT entry, ifNull(host, '') AS host, ifNull(port, 0) AS port, ifNull(toString(status), 'Unknown') AS status,
    ifNull(exception_code, 0) AS exception_code, ifNull(exception_text, '') AS exception_text
FROM system.distributed_ddl_queue
WHERE settings['log_comment'] = {log_comment: String}
ORDER BY entry, host, port`,
})
export type DdlQueueRow = RowOf<typeof ddlQueue>
