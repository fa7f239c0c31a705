import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { float, integer, uint64 } from '../query/scalars.ts'
import type { S3Arguments } from '../s3/s3-arguments.ts'
import { quoteIdentifier } from '../sql/quote-identifier.ts'
import { quoteString } from '../sql/quote-string.ts'

/** A target column with the expression over the read columns that fills it; null: the column's default. */
export interface SampledColumn {
  name: string
  type: string
  expression: string | null
}

/** Rows read from one object as a sample: enough for the shape of a file, few enough for a person to wait. */
const sampleRows = 10_000

const bound = z.record(z.string(), z.string())

/**
 * Settings that the reads below need: casts keep NULL, since INSERT replaces it with the column's default, and the name
 * of a read column takes precedence over an alias, as in INSERT … SELECT without aliases.
 */
export const loadSampleSettings = { cast_keep_nullable: 1, prefer_column_name_to_alias: 1 } as const

/** The types of the expressions, without reading a row. */
export function loadExpressionTypes({ sql }: S3Arguments, columns: readonly SampledColumn[]) {
  const expressions = columns.flatMap(({ expression }, index) =>
    expression === null ? [] : [`${bracketed(expression)} AS _frostline_${index}`],
  )
  return defineQuery({
    name: 'load_expression_types',
    params: bound,
    row: z.object({ name: z.string(), type: z.string() }),
    sql: `DESCRIBE TABLE (SELECT ${expressions.join(', ')} FROM s3(${sql}))`,
  })
}

/** The first rows as they would be in the table, values as JSON texts in the order of the mapped columns. */
export function loadPreview(
  { sql }: S3Arguments,
  columns: readonly SampledColumn[],
  limit: number,
  path: string | undefined,
) {
  const mapped = columns.flatMap(({ type, expression }) =>
    expression === null ? [] : [`CAST(${bracketed(expression)}, ${quoteString(type)})`],
  )
  return defineQuery({
    name: 'load_preview',
    params: bound,
    row: z.object({ row: z.string(), n: integer }),
    sql: `SELECT formatRowNoNewline('JSONCompactEachRow', ${mapped.join(', ')}) AS row, 1 AS n
FROM (SELECT * FROM s3(${sql})${where(path)} LIMIT ${limit})`,
    maxExecutionSeconds: 15,
  })
}

/** Types whose values accurateCastOrNull can check; for the others only the whole statement tells. */
const judged = /^(U?Int\d+|Float\d+|B?Float\d+|Decimal|Date|DateTime|Bool|UUID|IPv[46]|FixedString)/

/**
 * By column, values of the first rows that the column's type cannot represent: not a number, out of range, no such day.
 * An INSERT rejects some of them and silently changes others (a UInt8 wraps, '2024-13-45' becomes 1970-01-01). A
 * Decimal is cast through text: accurateCastOrNull throws at one out of range (26.7).
 * @param readTypes of the expressions, from loadExpressionTypes.
 */
export function loadMisfits(
  { sql }: S3Arguments,
  columns: readonly SampledColumn[],
  readTypes: readonly string[],
  path: string | undefined,
) {
  const checked = columns.map(({ type, expression }, index) => {
    const bare = bareType(type)
    if (expression === null || !judged.test(bare)) return null
    const decimal = bareType(readTypes[index] ?? '').startsWith('Decimal')
    const value = bracketed(expression)
    return { value: decimal ? `toString${value}` : value, bare: quoteString(bare) }
  })
  const misfit = (each: NonNullable<(typeof checked)[number]>) =>
    `isNotNull(${each.value}) AND isNull(accurateCastOrNull(${each.value}, ${each.bare}))`
  const counts = checked.map((each) => (each === null ? 'toUInt64(0)' : `countIf(${misfit(each)})`))
  const examples = checked.map((each) =>
    each === null ? "''" : `anyIf(ifNull(toString(${each.value}), ''), ${misfit(each)})`,
  )
  return defineQuery({
    name: 'load_misfits',
    params: bound,
    row: z.object({ rows: uint64, misfits: z.array(uint64), examples: z.array(z.string()) }),
    sql: `SELECT count() AS rows, [${counts.join(', ')}] AS misfits, [${examples.join(', ')}] AS examples
FROM (SELECT * FROM s3(${sql})${where(path)} LIMIT ${sampleRows})`,
    maxExecutionSeconds: 15,
  })
}

/**
 * How the first rows would be distributed in the table: in how many partitions, and past which TTLs already. ignore(*)
 * converts every column: an unused one would be skipped, and its failure with it.
 */
export function loadSampleFacts(
  { sql }: S3Arguments,
  columns: readonly SampledColumn[],
  table: { partitionKey: string; moveTtls: readonly string[]; deleteTtls: readonly string[] },
  path: string | undefined,
) {
  const mapped = columns.map(({ name, type, expression }) =>
    expression === null
      ? `defaultValueOfTypeName(${quoteString(type)}) AS ${quoteIdentifier(name)}`
      : `CAST(${bracketed(expression)}, ${quoteString(type)}) AS ${quoteIdentifier(name)}`,
  )
  const past = (ttls: readonly string[]) =>
    ttls.length === 0
      ? 'toUInt64(0)'
      : `countIf(${ttls.map((ttl) => `ifNull(toDateTime(${ttl}) < now(), 0)`).join(' OR ')})`
  return defineQuery({
    name: 'load_sample_facts',
    params: bound,
    row: z.object({ rows: uint64, partitions: uint64, expired_moves: uint64, expired_deletes: uint64 }),
    sql: `SELECT
    countIf(NOT ignore(*)) AS rows,
    ${table.partitionKey === '' ? 'toUInt64(1)' : `uniqExact(tuple(${table.partitionKey}))`} AS partitions,
    ${past(table.moveTtls)} AS expired_moves,
    ${past(table.deleteTtls)} AS expired_deletes
FROM (SELECT ${mapped.join(', ')} FROM (SELECT * FROM s3(${sql})${where(path)} LIMIT ${sampleRows}))`,
    maxExecutionSeconds: 15,
  })
}
export type LoadSampleFactsRow = RowOf<ReturnType<typeof loadSampleFacts>>

/** Each expression is as it was judged: alone in brackets, with its end on a line of its own. */
function bracketed(expression: string): string {
  return `(${expression}\n)`
}

function where(path: string | undefined): string {
  return path === undefined ? '' : ' WHERE _path = {s3_path: String}'
}

/** Without LowCardinality and Nullable around it. */
function bareType(type: string): string {
  const inner = /^(?:LowCardinality|Nullable)\((.*)\)$/s.exec(type)?.[1]
  return inner === undefined ? type : bareType(inner)
}

/**
 * How busy a node is with the work of others: SELECTs that ended in the last seconds (query_log; it is flushed every
 * few seconds), those that have run for longer than `slow_ms` so far, merge threads, and requests to the object store
 * since the server started. The program's own local session (interface 6) is not counted. Our own reads have a
 * log_comment that begins with `_frostline/` and do not count.
 */
export const sampleLoad = defineQuery({
  name: 'sample_load',
  params: z.object({ window_seconds: z.number().int().min(1), slow_ms: z.number().min(0) }),
  row: z.object({
    /** null when there was none. */
    foreground_p95_ms: float,
    foreground_queries: integer,
    merge_pool_busy: integer,
    merge_pool_size: integer,
    store_requests: uint64,
    store_errors: uint64,
  }),
  sql: `
WITH
    foreground AS (
        SELECT toFloat64(query_duration_ms) AS ms
        FROM system.query_log
        WHERE event_date >= toDate(now() - {window_seconds: UInt32}) AND event_time > now() - {window_seconds: UInt32}
            AND type IN ('QueryFinish', 'ExceptionWhileProcessing') AND query_kind = 'Select' AND is_initial_query
            AND NOT startsWith(log_comment, '_frostline/')
        UNION ALL
        SELECT elapsed * 1000 AS ms
        FROM system.processes
        WHERE query_kind = 'Select' AND is_initial_query AND elapsed * 1000 > {slow_ms: Float64}
            AND interface != 6
            AND NOT startsWith(Settings['log_comment'], '_frostline/')
    ),
    metrics AS (
        SELECT mapFromArrays(groupArray(metric), groupArray(value)) AS by_name
        FROM system.metrics
        WHERE metric IN ('BackgroundMergesAndMutationsPoolTask', 'BackgroundMergesAndMutationsPoolSize')
    ),
    events AS (
        SELECT mapFromArrays(groupArray(event), groupArray(value)) AS by_name
        FROM system.events
        WHERE event IN ('S3ReadRequestsCount', 'S3WriteRequestsCount', 'S3ReadRequestsErrors', 'S3WriteRequestsErrors')
    )
SELECT
    (SELECT quantileOrNull(0.95)(ms) FROM foreground) AS foreground_p95_ms,
    (SELECT toUInt32(count()) FROM foreground) AS foreground_queries,
    toUInt32((SELECT by_name FROM metrics)['BackgroundMergesAndMutationsPoolTask']) AS merge_pool_busy,
    toUInt32((SELECT by_name FROM metrics)['BackgroundMergesAndMutationsPoolSize']) AS merge_pool_size,
    (SELECT by_name['S3ReadRequestsCount'] + by_name['S3WriteRequestsCount'] FROM events) AS store_requests,
    (SELECT by_name['S3ReadRequestsErrors'] + by_name['S3WriteRequestsErrors'] FROM events) AS store_errors`,
})
export type LoadSampleRow = RowOf<typeof sampleLoad>
