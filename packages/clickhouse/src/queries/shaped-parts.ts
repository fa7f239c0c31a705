import { z } from 'zod'
import { defineQuery } from '../query/define-query.ts'
import { uint64 } from '../query/scalars.ts'

/** What an insert has brought, by the format of its parts. */
export const shapedParts = defineQuery({
  name: 'shaped_parts',
  params: z.object({ database: z.string(), table: z.string() }),
  row: z.object({ format: z.string(), parts: uint64, rows: uint64, bytes: uint64, files: uint64 }),
  sql: `
SELECT
    lower(toString(part_type)) AS format, count() AS parts, sum(system.parts.rows) AS rows,
    sum(bytes_on_disk) AS bytes, sum(system.parts.files) AS files
FROM system.parts
WHERE active AND database = {database: String} AND table = {table: String}
GROUP BY part_type
ORDER BY format`,
})
