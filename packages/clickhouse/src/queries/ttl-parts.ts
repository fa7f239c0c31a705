import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { dateOrNone, dateTime, dateTimeOrNone, flag, int64, integer, uint64 } from '../query/scalars.ts'
import { qualifiedName } from '../sql/qualified-name.ts'
import { isDeletedSql, ttlDelete, ttlSeconds } from '../sql/ttl-past.ts'
import { filesOfPart } from './older-servers.ts'

/**
 * Active parts of one table with the TTL information that the server stores in each: by expression the times at which
 * the first and the last row are due to move, and those of the DELETE rule without a condition (none: the epoch).
 */
export const ttlParts = defineQuery({
  name: 'ttl_parts',
  params: z.object({ database: z.string(), table: z.string() }),
  row: z.object({
    name: z.string(),
    partition: z.string(),
    partition_id: z.string(),
    min_block_number: int64,
    max_block_number: int64,
    level: integer,
    data_version: int64,
    disk_name: z.string(),
    rows: uint64,
    bytes_on_disk: uint64,
    files: uint64,
    modification_time: dateTime,
    /** Of the partition key's columns; null where it has no dates. */
    min_date: dateOrNone,
    max_date: dateOrNone,
    min_time: dateTimeOrNone,
    max_time: dateTimeOrNone,
    move_ttl_expressions: z.array(z.string()),
    move_ttl_min: z.array(dateTime),
    move_ttl_max: z.array(dateTime),
    delete_ttl_min: dateTimeOrNone,
    delete_ttl_max: dateTimeOrNone,
    part_type: z.string(),
    has_lightweight_delete: flag,
    /** For rules that delete with a condition, and for those that group, by expression. */
    row_ttl_expressions: z.array(z.string()),
    row_ttl_min: z.array(dateTime),
    recompression_ttl_expressions: z.array(z.string()),
  }),
  maxExecutionSeconds: 20,
  sql: `
SELECT
    name, partition, partition_id, min_block_number, max_block_number, level, toInt64(data_version) AS data_version, disk_name, rows, bytes_on_disk,
    ${filesOfPart} AS files, modification_time, min_date, max_date, min_time, max_time,
    \`move_ttl_info.expression\` AS move_ttl_expressions,
    \`move_ttl_info.min\` AS move_ttl_min,
    \`move_ttl_info.max\` AS move_ttl_max,
    delete_ttl_info_min AS delete_ttl_min,
    delete_ttl_info_max AS delete_ttl_max,
    part_type, has_lightweight_delete,
    arrayConcat(\`rows_where_ttl_info.expression\`, \`group_by_ttl_info.expression\`) AS row_ttl_expressions,
    arrayConcat(\`rows_where_ttl_info.min\`, \`group_by_ttl_info.min\`) AS row_ttl_min,
    \`recompression_ttl_info.expression\` AS recompression_ttl_expressions
FROM system.parts
WHERE active AND database = {database: String} AND table = {table: String}
ORDER BY partition_id, min_block_number, name`,
})
export type TtlPartRow = RowOf<typeof ttlParts>

/**
 * Parts that have been due to move by TTL for longer than the given time, counted by table, disk and the rule that
 * applies (the one that became due last), whether they have arrived or not: compare the disk with the rule's
 * destination. One pass over the parts that have TTL information; a handful of rows.
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

/**
 * Every active part of a table with its location and the time at which each move rule wants it elsewhere: the rule's
 * expression as the TTL spells it, and when the newest row of the part reaches it. A part without TTL information for a
 * rule never moves by it; max_date and max_time, of a column of the partition key, show when it would be due. Lean and
 * unpaged: 10,000 parts are about 2.5 MB.
 */
export const partMoveTtls = defineQuery({
  name: 'part_move_ttls',
  params: z.object({ database: z.string(), table: z.string() }),
  row: z.object({
    name: z.string(),
    partition: z.string(),
    partition_id: z.string(),
    disk_name: z.string(),
    rows: uint64,
    bytes_on_disk: uint64,
    expressions: z.array(z.string()),
    due: z.array(dateTime),
    max_date: dateOrNone,
    max_time: dateTimeOrNone,
  }),
  sql: `
SELECT
    name, partition, partition_id, disk_name, rows, bytes_on_disk,
    \`move_ttl_info.expression\` AS expressions,
    \`move_ttl_info.max\` AS due,
    max_date, max_time
FROM system.parts
WHERE active AND database = {database: String} AND table = {table: String}`,
})
export type PartMoveTtlRow = RowOf<typeof partMoveTtls>

/**
 * When the rows of each part are due by TTL expressions, computed by the server from the rows themselves, in its time
 * zone: first and last time in epoch milliseconds by expression. Rows that a DELETE removes at `at` are ignored, so
 * that they do not hold back their part. Where an expression is over a column of the partition key and nothing is
 * deleted, the server answers from its index and reads no row; otherwise it reads the columns. The expressions are SQL;
 * pass only normalized ones.
 */
export const ttlDueTimes = defineQuery({
  name: 'ttl_due_times',
  params: z
    .object({
      database: z.string(),
      table: z.string(),
      expressions: z.array(z.string()),
      deletes: z.array(ttlDelete),
      at: z.date(),
    })
    .transform(({ at, deletes, ...rest }) => ({
      ...rest,
      gone: deletes.length === 0 ? '' : isDeletedSql(deletes),
      at_s: ttlSeconds(at),
    })),
  row: z.object({
    part: z.string(),
    first_ms: z.array(int64),
    last_ms: z.array(int64),
  }),
  maxExecutionSeconds: 120,
  sql: ({ database, table, expressions, gone }) => {
    const reduce = (name: 'min' | 'max') =>
      `[${expressions.map((expression) => aggregate(name, expression, gone)).join(', ')}]::Array(Int64)`
    return `
SELECT
    _part AS part,
    ${reduce('min')} AS first_ms,
    ${reduce('max')} AS last_ms
FROM ${qualifiedName(database, table)}
GROUP BY _part`
  },
})
export type TtlDueTimeRow = RowOf<typeof ttlDueTimes>

function milliseconds(expression: string): string {
  return `toUnixTimestamp64Milli(toDateTime64(${expression}, 3))`
}

/** The conversion is outside of min and max: inside, it would keep the server from using its index. */
function aggregate(name: 'min' | 'max', expression: string, gone: string): string {
  return gone === ''
    ? milliseconds(`${name}(${expression})`)
    : milliseconds(`${name}If(${expression}, NOT (${gone}))`)
}
