import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { dateTime, uint64 } from '../query/scalars.ts'

/**
 * Parts that have been due to move by TTL for longer than asked, counted by table, disk and the rule that decides
 * (the one that became due last), whether they have arrived or not: compare the disk with the rule's destination. One
 * pass over the parts that have TTL information; a handful of rows.
 */
export const dueParts = defineQuery({
  name: 'due_parts',
  params: z.object({ seconds: z.number().int().min(0) }),
  row: z.object({
    database: z.string(),
    table: z.string(),
    disk_name: z.string(),
    expression: z.string(),
    parts: uint64,
    bytes: uint64,
    last_due: dateTime,
    engine_full: z.string(),
    storage_policy: z.string(),
  }),
  sql: `
SELECT database, table, disk_name, expression, parts, bytes, last_due, engine_full, storage_policy
FROM
(
    SELECT
        database, table, disk_name,
        arrayElement(arraySort((e, t) -> t, expressions, times), -1) AS expression,
        count() AS parts,
        sum(bytes_on_disk) AS bytes,
        max(arrayMax(times)) AS last_due
    FROM
    (
        SELECT
            database, table, disk_name, bytes_on_disk,
            arrayFilter((e, t) -> t <= now(), \`move_ttl_info.expression\`, \`move_ttl_info.max\`) AS expressions,
            arrayFilter(t -> t <= now(), \`move_ttl_info.max\`) AS times
        FROM system.parts
        WHERE active AND notEmpty(\`move_ttl_info.max\`)
    )
    WHERE notEmpty(times) AND arrayMax(times) <= now() - {seconds: UInt32}
    GROUP BY database, table, disk_name, expression
) AS due
INNER JOIN (SELECT database, name, engine_full, storage_policy FROM system.tables) AS tables
    ON tables.database = due.database AND tables.name = due.table`,
})
export type DuePartRow = RowOf<typeof dueParts>
