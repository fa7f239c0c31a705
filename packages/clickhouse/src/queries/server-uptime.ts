import { z } from 'zod'
import { defineQuery } from '../query/define-query.ts'
import { integer } from '../query/scalars.ts'

/** How long the server runs, in whole seconds. */
export const serverUptime = defineQuery({
  name: 'server_uptime',
  params: z.object({}),
  row: z.object({ uptime_seconds: integer }),
  sql: `SELECT uptime() AS uptime_seconds`,
})
