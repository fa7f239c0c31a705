import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'

/** Which table stands under a name now. Lean: a mover asks it before every statement. */
export const tableIdentity = defineQuery({
  name: 'table_identity',
  params: z.object({ database: z.string(), table: z.string() }),
  row: z.object({ uuid: z.string(), engine: z.string(), storage_policy: z.string() }),
  sql: `
SELECT toString(uuid) AS uuid, engine, storage_policy
FROM system.tables
WHERE database = {database: String} AND name = {table: String}`,
})
export type TableIdentityRow = RowOf<typeof tableIdentity>
