import { z } from 'zod'
import { atPlace } from '../query/at-place.ts'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { pageParams } from '../query/page.ts'
import { dateTime, integer, uint64 } from '../query/scalars.ts'

/**
 * Detached parts, which no query reads but which use space. An empty reason means that a person detached it. The
 * server lists directories for this: ask for one table where you can. `matching` counts before paging.
 */
export const listDetachedParts = defineQuery({
  name: 'list_detached_parts',
  params: pageParams.extend({ database: z.string().default(''), table: z.string().default('') }),
  row: z.object({
    database: z.string(),
    table: z.string(),
    partition_id: z.string().nullable(),
    name: z.string(),
    disk: z.string(),
    reason: z.string().nullable(),
    bytes_on_disk: uint64.nullable().default(null),
    modification_time: dateTime.nullable().default(null),
    level: integer.nullable(),
    matching: uint64,
  }),
  sql: `
SELECT
    COLUMNS('^(database|table|partition_id|name|disk|reason|bytes_on_disk|modification_time|level)$'),
    count() OVER () AS matching
FROM system.detached_parts
WHERE ${atPlace}
ORDER BY database, table, name
LIMIT {limit: UInt32} OFFSET {offset: UInt32}`,
})
export type DetachedPartRow = RowOf<typeof listDetachedParts>
