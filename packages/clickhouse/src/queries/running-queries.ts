import { z } from 'zod'
import { defineQuery } from '../query/define-query.ts'
import { integer } from '../query/scalars.ts'

/** How many queries run on a node, parts of distributed ones too, but none of the console's own reads. */
export const runningQueries = defineQuery({
  name: 'running_queries',
  params: z.object({}),
  row: z.object({ queries: integer }),
  sql: `
SELECT toUInt32(count()) AS queries
FROM system.processes
WHERE NOT startsWith(Settings['log_comment'], '_frostline/')`,
})
