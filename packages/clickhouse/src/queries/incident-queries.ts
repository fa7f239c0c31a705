import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { exceptionText, storeReasonOf } from '../query/error-text.ts'
import { integer, uint64 } from '../query/scalars.ts'

/** A time range by the node's own clock, in steps. */
export const incidentSpan = {
  since: z.date(),
  until: z.date(),
  step_ms: z.number().int().min(1000),
}

/** The most rows that queries of an incident return. */
export const incidentLimits = {
  ...{ forms: 16, failures: 20, reads: 10, settings: 2_000, statements: 200 },
  ...{ parts: 60, blobs: 20, blobErrors: 20, errors: 20, mutations: 100 },
}

/** The step that a time is in, from 0. */
export function stepOf(time: string): string {
  return `toUInt32(intDiv(toUnixTimestamp64Milli(toDateTime64(${time}, 3)) - toUnixTimestamp64Milli({since: DateTime64(3)}), {step_ms: UInt32}))`
}

/** All steps of the range that something ran in, by its `first` step and its duration in `ms`. */
export const stepsOfRun = `range(first, least(first + intDiv(ms, {step_ms: UInt32}), ${stepOf('{until: DateTime64(3)}')}) + 1)`

/** By the start of the statement: a slow one is logged only when it ends. */
export const startedInSpan = `event_date BETWEEN toDate({since: DateTime64(3)}) - 1 AND toDate({until: DateTime64(3)}) + 1
    AND query_start_time_microseconds >= {since: DateTime64(3)} AND query_start_time_microseconds < {until: DateTime64(3)}`

const ofOthers = `NOT startsWith(log_comment, '_frostline/')`
const ended = `type IN ('QueryFinish', 'ExceptionWhileProcessing')`
/** Once for each form: it costs more than all else. */
const form = `substringUTF8(replaceRegexpAll(normalizeQuery(any(sample)), '\\\\s+', ' '), 1, 160)`

const figures = z.array(z.number().nullable())
const steps = z.array(integer)

/** Not the program's own local session (interface 6), whose statement may last as long as the server. */
const notLocal = 'interface != 6'
const kinds = `query_kind IN ('Select', 'Insert', 'AsyncInsertFlush') AND ${notLocal}`
/** When a statement of system.processes started. */
export const runningSince = 'now64(6) - toIntervalMillisecond(toUInt64(elapsed * 1000))'
/** Statements of system.processes that count before they end. Shorter ones are about to end. */
export const runsForLong = `elapsed > 5 AND ${notLocal}`

/**
 * Statements that have ended, and those that still run, with their time so far. One that still runs counts also where it has
 * started before the range, from its first step on.
 */
const statements = `
        SELECT normalized_query_hash AS form_id, query, query_duration_ms AS ms, ${stepOf('query_start_time_microseconds')} AS first, 1 AS starts
        FROM system.query_log
        WHERE ${startedInSpan} AND ${ended} AND is_initial_query AND ${kinds} AND ${ofOthers}
        UNION ALL
        SELECT normalizedQueryHash(query), query, toUInt64(elapsed * 1000),
            ${stepOf(`greatest(${runningSince}, {since: DateTime64(3)})`)}, ${runningSince} >= {since: DateTime64(3)}
        FROM system.processes
        WHERE ${runsForLong} AND is_initial_query AND ${kinds}
            AND NOT startsWith(Settings['log_comment'], '_frostline/')
            AND ${runningSince} < {until: DateTime64(3)}`

/**
 * Latency of the query forms that took most time in all or once, by step, from query_log and system.processes: parallel arrays,
 * with no entry for a step without a query. A statement counts in each step that it ran in, with the whole of its time: one that
 * hangs is seen before it ends. `queries` counts it once, where it starts. Code 60: the node has no such log.
 */
export const incidentForms = defineQuery({
  name: 'incident_forms',
  params: z.object(incidentSpan),
  row: z.object({
    form_hash: z.string(),
    form: z.string(),
    steps,
    queries: steps,
    p50_ms: figures,
    p99_ms: figures,
  }),
  maxExecutionSeconds: 20,
  sql: `
SELECT
    form_hash, ${form} AS form, groupArray(step) AS steps, groupArray(times) AS queries,
    groupArray(p50) AS p50_ms, groupArray(p99) AS p99_ms
FROM
(
    SELECT
        hex(form_id) AS form_hash, any(query) AS sample, toUInt32(at) AS step, toUInt32(countIf(at = first AND starts)) AS times,
        toFloat64(quantileTDigest(0.5)(ms)) AS p50, toFloat64(quantileTDigest(0.99)(ms)) AS p99
    FROM (${statements})
    ARRAY JOIN ${stepsOfRun} AS at
    WHERE form_id IN
    (
        SELECT form_id FROM (${statements})
        GROUP BY form_id
        ORDER BY sum(ms) DESC
        LIMIT ${incidentLimits.forms}
    )
    GROUP BY form_hash, step
    ORDER BY step
)
GROUP BY form_hash
ORDER BY form_hash`,
})
export type IncidentFormRow = RowOf<typeof incidentForms>

/** Failed queries by code, by what the store said where it said something, and by step. The message is a sample. */
export const incidentFailures = defineQuery({
  name: 'incident_failures',
  params: z.object(incidentSpan),
  row: z.object({ code: integer, reason: z.string(), message: z.string(), steps, failed: steps }),
  maxExecutionSeconds: 20,
  sql: `
SELECT code, reason, any(sample) AS message, groupArray(step) AS steps, groupArray(times) AS failed
FROM
(
    SELECT
        exception_code AS code,
        ${storeReasonOf('exception')} AS reason,
        ${exceptionText('any(exception)', 300)} AS sample,
        ${stepOf('query_start_time_microseconds')} AS step, toUInt32(count()) AS times
    FROM system.query_log
    WHERE ${startedInSpan} AND type IN ('ExceptionBeforeStart', 'ExceptionWhileProcessing') AND is_initial_query
        AND ${ofOthers}
    GROUP BY code, reason, step
    ORDER BY step
)
GROUP BY code, reason
ORDER BY sum(times) DESC
LIMIT ${incidentLimits.failures}`,
})
export type IncidentFailureRow = RowOf<typeof incidentFailures>

/** Bytes that query forms read from object storage, by step: the ten with the most. Those of inserts are loads. */
export const incidentReads = defineQuery({
  name: 'incident_reads',
  params: z.object(incidentSpan),
  row: z.object({
    form_hash: z.string(),
    form: z.string(),
    kind: z.string(),
    user: z.string(),
    steps,
    read_bytes: figures,
  }),
  maxExecutionSeconds: 20,
  sql: `
SELECT
    form_hash, ${form} AS form, kind, any(sender) AS user, groupArray(step) AS steps, groupArray(bytes) AS read_bytes
FROM
(
    SELECT
        hex(normalized_query_hash) AS form_hash, any(query) AS sample, query_kind AS kind, any(initial_user) AS sender,
        ${stepOf('query_start_time_microseconds')} AS step,
        toFloat64(sum(ProfileEvents['ReadBufferFromS3Bytes'] + ProfileEvents['ReadBufferFromAzureBytes'])) AS bytes
    FROM system.query_log
    WHERE ${startedInSpan} AND ${ended} AND query_kind IN ('Select', 'Insert')
    GROUP BY form_hash, kind, step
    HAVING bytes > 0
    ORDER BY step
)
GROUP BY form_hash, kind
ORDER BY sum(bytes) DESC
LIMIT ${incidentLimits.reads}`,
})
export type IncidentReadRow = RowOf<typeof incidentReads>

/** Settings whose value is another one for each query. */
const ofOneQuery = `'log_comment', 'query_id', 'session_id', 'http_headers_progress_interval_ms', 'insert_deduplication_token'`
const sent = `mapFilter((name, value) -> name NOT IN (${ofOneQuery}), Settings)`

/** Settings that statements were sent with, by form: when each value was first and last used. */
export const incidentSettings = defineQuery({
  name: 'incident_settings',
  params: z.object(incidentSpan),
  row: z.object({
    form_hash: z.string(),
    name: z.string(),
    value: z.string(),
    first_step: integer,
    last_step: integer,
    queries: uint64,
  }),
  maxExecutionSeconds: 20,
  sql: `
SELECT
    form_hash, setting.1 AS name, setting.2 AS value, min(first) AS first_step, max(last) AS last_step, sum(times) AS queries
FROM
(
    SELECT
        form_hash, first, last, times,
        arrayZip(arrayConcat(names, ['']), arrayMap(value -> substringUTF8(value, 1, 100), arrayConcat(vals, ['']))) AS settings
    FROM
    (
        SELECT
            hex(normalized_query_hash) AS form_hash,
            mapKeys(${sent}) AS names, mapValues(${sent}) AS vals,
            min(${stepOf('query_start_time_microseconds')}) AS first, max(${stepOf('query_start_time_microseconds')}) AS last,
            count() AS times
        FROM system.query_log
        WHERE ${startedInSpan} AND type != 'QueryStart' AND is_initial_query AND ${ofOthers}
            AND query_kind IN ('Select', 'Insert')
        GROUP BY form_hash, names, vals
        LIMIT 100000
    )
)
ARRAY JOIN settings AS setting
GROUP BY form_hash, name, value
ORDER BY queries DESC
LIMIT ${incidentLimits.settings}`,
})
export type IncidentSettingRow = RowOf<typeof incidentSettings>

/**
 * What people and programs changed: ALTER, SYSTEM, CREATE, DROP and the like, the latest 200. Those of the console are
 * in its audit. Literals are replaced, so that no secret is shown.
 */
export const incidentStatements = defineQuery({
  name: 'incident_statements',
  params: z.object(incidentSpan),
  row: z.object({
    query_id: z.string(),
    kind: z.string(),
    statement: z.string(),
    user: z.string(),
    ours: integer,
    tables: z.array(z.string()),
    from_ms: uint64,
    to_ms: uint64,
    failed: integer,
  }),
  maxExecutionSeconds: 20,
  sql: `
SELECT
    query_id, query_kind AS kind,
    substringUTF8(replaceRegexpAll(normalizeQueryKeepNames(query), '\\\\s+', ' '), 1, 200) AS statement, user,
    startsWith(log_comment, '_frostline/') AS ours, tables,
    toUInt64(toUnixTimestamp64Milli(toDateTime64(query_start_time_microseconds, 3))) AS from_ms,
    toUInt64(toUnixTimestamp64Milli(toDateTime64(event_time_microseconds, 3))) AS to_ms,
    toUInt8(type = 'ExceptionWhileProcessing') AS failed
FROM system.query_log
WHERE ${startedInSpan} AND ${ended} AND is_initial_query
    AND query_kind NOT IN ('Select', 'Insert', 'AsyncInsertFlush', 'Show', 'Describe', 'Exists', 'Explain', 'Set', 'Use', '')
    AND NOT match(query, '(?i)^\\\\s*(SYSTEM\\\\s+FLUSH|EXPLAIN)')
ORDER BY query_start_time_microseconds DESC, query_id
LIMIT ${incidentLimits.statements}`,
})
export type IncidentStatementRow = RowOf<typeof incidentStatements>
