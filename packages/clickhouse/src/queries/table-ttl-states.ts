import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { dateTime, dateTimeOrNone, flag, uint64 } from '../query/scalars.ts'

/**
 * TTL information of the active parts of each table: one row per table, disk and set of rules for which parts have
 * information, whatever the number of parts. By move rule (`_expressions`, parallel lists): the first time after now at
 * which a part is due, and the parts to which a rule applies already (the one that became due last), whether they have
 * arrived or not: compare the disk with the rule's destination. Deletes are those of the DELETE rule without a
 * condition, by the time at which all rows of a part are past it.
 */
export const tableTtlStates = defineQuery({
  name: 'table_ttl_states',
  params: z.object({}),
  row: z.object({
    database: z.string(),
    table: z.string(),
    disk_name: z.string(),
    expressions: z.array(z.string()),
    has_delete: flag,
    parts: uint64,
    bytes: uint64,
    upcoming_expressions: z.array(z.string()),
    upcoming_first: z.array(dateTime),
    past_expressions: z.array(z.string()),
    past_parts: z.array(uint64),
    next_delete: dateTimeOrNone,
    past_deletes: uint64,
  }),
  maxExecutionSeconds: 20,
  sql: `
SELECT
    database, table, disk_name, expressions, has_delete, parts, bytes,
    upcoming.1 AS upcoming_expressions,
    arrayMap(t -> toDateTime(t), upcoming.2) AS upcoming_first,
    past.1 AS past_expressions,
    past.2 AS past_parts,
    next_delete,
    past_deletes
FROM
(
    SELECT
        database, table, disk_name, expressions, has_delete,
        count() AS parts,
        sum(part_bytes) AS bytes,
        minMap(later, later_times) AS upcoming,
        sumMap(latest, arrayMap(e -> toUInt64(1), latest)) AS past,
        minIf(delete_at, delete_at > now()) AS next_delete,
        countIf(has_delete AND delete_at <= now()) AS past_deletes
    FROM
    (
        SELECT
            database, table, disk_name,
            bytes_on_disk AS part_bytes,
            arraySort(\`move_ttl_info.expression\`) AS expressions,
            delete_ttl_info_max AS delete_at,
            delete_ttl_info_max > toDateTime(0) AS has_delete,
            arrayFilter((e, t) -> t > now(), \`move_ttl_info.expression\`, \`move_ttl_info.max\`) AS later,
            arrayMap(t -> toUnixTimestamp(t), arrayFilter(t -> t > now(), \`move_ttl_info.max\`)) AS later_times,
            arraySlice(arraySort((e, t) -> t,
                arrayFilter((e, t) -> t <= now(), \`move_ttl_info.expression\`, \`move_ttl_info.max\`),
                arrayFilter(t -> t <= now(), \`move_ttl_info.max\`)), -1) AS latest
        FROM system.parts
        WHERE active AND database NOT IN ('system', 'INFORMATION_SCHEMA', 'information_schema')
    )
    GROUP BY database, table, disk_name, expressions, has_delete
)
ORDER BY database, table, disk_name, expressions, has_delete`,
})
export type TableTtlStateRow = RowOf<typeof tableTtlStates>
