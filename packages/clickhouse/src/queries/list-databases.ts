import { z } from 'zod'
import { defineQuery } from '../query/define-query.ts'

/** Databases that a table can be made in on one node alone, with a UUID. */
export const listDatabases = defineQuery({
  name: 'list_databases',
  params: z.object({}),
  row: z.object({ name: z.string() }),
  sql: `
SELECT name
FROM system.databases
WHERE engine = 'Atomic' AND name NOT IN ('system', 'INFORMATION_SCHEMA', 'information_schema')
ORDER BY name`,
})
