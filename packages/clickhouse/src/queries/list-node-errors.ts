import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { dateTimeOrNone, flag, integer, uint64 } from '../query/scalars.ts'

/** Errors the server has counted since its start, the latest first. remote: reported by a peer. */
export const listNodeErrors = defineQuery({
  name: 'list_node_errors',
  params: z.object({ limit: z.number().int().min(1).max(1_000).default(50) }),
  row: z.object({
    name: z.string(),
    code: integer,
    value: uint64,
    last_error_time: dateTimeOrNone,
    last_error_message: z.string(),
    remote: flag,
  }),
  sql: `
SELECT name, code, value, last_error_time, substring(last_error_message, 1, 2000) AS last_error_message, remote
FROM system.errors
WHERE value > 0
ORDER BY last_error_time DESC, code
LIMIT {limit: UInt32}`,
})
export type NodeErrorRow = RowOf<typeof listNodeErrors>
