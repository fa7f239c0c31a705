import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { storeReasonOf } from '../query/error-text.ts'
import { float, integer, uint64 } from '../query/scalars.ts'
import {
  incidentLimits,
  incidentSpan,
  runningSince,
  runsForLong,
  startedInSpan,
  stepOf,
  stepsOfRun,
} from './incident-queries.ts'

const figures = z.array(z.number().nullable())
const steps = z.array(integer)

/** A job is logged when it ends. */
const begun = `event_time_microseconds - toIntervalMillisecond(duration_ms)`
const inSpan = `event_date BETWEEN toDate({since: DateTime64(3)}) - 1 AND toDate({until: DateTime64(3)}) + 1
    AND event_time_microseconds >= {since: DateTime64(3)} AND ${begun} >= {since: DateTime64(3)}
    AND ${begun} < {until: DateTime64(3)}`

/**
 * New parts, merges, mutations, fetches and moves of tables, by step of their begin, from part_log: the 60 with the most
 * bytes. System tables are not counted: logs write a part with each flush.
 */
export const incidentParts = defineQuery({
  name: 'incident_parts',
  params: z.object(incidentSpan),
  row: z.object({
    event: z.string(),
    database: z.string(),
    table: z.string(),
    steps,
    parts: steps,
    bytes: figures,
    failed: steps,
  }),
  maxExecutionSeconds: 20,
  sql: `
SELECT
    event, database, table, groupArray(step) AS steps, groupArray(times) AS parts, groupArray(size) AS bytes,
    groupArray(faults) AS failed
FROM
(
    SELECT
        toString(event_type) AS event, database, table, ${stepOf(begun)} AS step, toUInt32(count()) AS times,
        toFloat64(sum(size_in_bytes)) AS size, toUInt32(countIf(error != 0)) AS faults
    FROM system.part_log
    WHERE ${inSpan} AND event_type IN ('NewPart', 'MergeParts', 'DownloadPart', 'MutatePart', 'MovePart')
        AND database != 'system'
    GROUP BY event, database, table, step
    ORDER BY step
)
GROUP BY event, database, table
ORDER BY sum(size) DESC
LIMIT ${incidentLimits.parts}`,
})
export type IncidentPartsRow = RowOf<typeof incidentParts>

function events(...names: string[]): string {
  return names.map((name) => `ProfileEvents['${name}']`).join(' + ')
}

/** Of one statement or job. */
const work = `
            ${events('S3ReadRequestsCount', 'AzureReadRequestsCount')} AS reads,
            ${events('S3WriteRequestsCount', 'AzureWriteRequestsCount')} AS writes,
            ${events('S3ReadMicroseconds', 'AzureReadMicroseconds')} AS read_us,
            ${events('S3ReadRequestsErrors', 'AzureReadRequestsErrors')} AS read_errors,
            ${events('S3WriteRequestsErrors', 'AzureWriteRequestsErrors')} AS write_errors,
            ${events('S3ReadRequestsThrottling', 'S3WriteRequestsThrottling', 'AzureReadRequestsThrottling', 'AzureWriteRequestsThrottling')} AS throttled,
            ${events('CachedReadBufferReadFromCacheBytes')} AS hit_bytes,
            ${events('CachedReadBufferReadFromSourceBytes')} AS miss_bytes,
            ${events('FilesystemCacheEvictedBytes')} AS evicted_bytes,
            ${events('CachedReadBufferCacheWriteBytes')} AS cached_bytes`

/** Of statements and jobs that began in a step. */
const begunWork = [
  ...['reads', 'writes', 'read_errors', 'write_errors', 'throttled'],
  ...['hit_bytes', 'miss_bytes', 'evicted_bytes', 'cached_bytes'],
]

/**
 * Requests to object storage and use of the filesystem caches by step: of statements, from query_log, of those that still
 * run, from system.processes, and of merges, moves and mutations, from part_log. One row, none without any of them.
 *
 * Work counts where its statement or job began. Only the time of reads, `read_us` of `read_successes`, is that of all that ran
 * in a step: where each statement takes long, few begin.
 */
export const incidentStore = defineQuery({
  name: 'incident_store',
  params: z.object(incidentSpan),
  row: z.object({
    steps,
    reads: figures,
    writes: figures,
    read_us: figures,
    read_successes: figures,
    read_errors: figures,
    write_errors: figures,
    throttled: figures,
    hit_bytes: figures,
    miss_bytes: figures,
    evicted_bytes: figures,
    cached_bytes: figures,
  }),
  maxExecutionSeconds: 20,
  sql: `
SELECT
    groupArray(step) AS steps,
    ${[...begunWork, 'read_us', 'read_successes'].map((name) => `groupArray(toFloat64(s.${name})) AS ${name}`).join(', ')}
FROM
(
    SELECT
        toUInt32(at) AS step, ${begunWork.map((name) => `sumIf(w.${name}, at = first) AS ${name}`).join(', ')},
        sum(w.read_us) AS read_us, sum(toInt64(w.reads) - toInt64(w.read_errors)) AS read_successes
    FROM
    (
        SELECT ${stepOf('query_start_time_microseconds')} AS first, query_duration_ms AS ms, ${work}
        FROM system.query_log
        WHERE ${startedInSpan} AND type IN ('QueryFinish', 'ExceptionWhileProcessing')
        UNION ALL
        SELECT ${stepOf(runningSince)} AS first, toUInt64(elapsed * 1000) AS ms, ${work}
        FROM system.processes
        WHERE ${runsForLong} AND ${runningSince} >= {since: DateTime64(3)} AND ${runningSince} < {until: DateTime64(3)}
        UNION ALL
        SELECT ${stepOf(begun)} AS first, duration_ms AS ms, ${work}
        FROM system.part_log
        WHERE ${inSpan} AND event_type IN ('MergeParts', 'MutatePart', 'MovePart', 'DownloadPart') AND query_id = ''
    ) AS w
    ARRAY JOIN ${stepsOfRun} AS at
    GROUP BY step
    ORDER BY step
) AS s
HAVING notEmpty(steps)`,
})
export type IncidentStoreRow = RowOf<typeof incidentStore>

const loggedInSpan = `event_date BETWEEN toDate({since: DateTime64(3)}) - 1 AND toDate({until: DateTime64(3)}) + 1
            AND event_time_microseconds >= {since: DateTime64(3)} AND event_time_microseconds < {until: DateTime64(3)}`

/**
 * Writes to buckets by step, from blob_storage_log, and multipart uploads that were begun and neither completed nor aborted:
 * since ten minutes, or because the end itself failed.
 */
export const incidentBlobs = defineQuery({
  name: 'incident_blobs',
  params: z.object(incidentSpan),
  row: z.object({ bucket: z.string(), steps, requests: steps, left: steps }),
  maxExecutionSeconds: 20,
  sql: `
SELECT bucket, groupArray(step) AS steps, groupArray(requests) AS requests, groupArray(uploads_left) AS left
FROM
(
    SELECT bucket, step, toUInt32(sum(requests)) AS requests, toUInt32(sum(uploads_left)) AS uploads_left
    FROM
    (
        SELECT
            bucket, ${stepOf('min(event_time_microseconds)')} AS step, count() AS requests,
            countIf(event_type = 'MultiPartUploadCreate' AND error = '') > 0
                AND countIf(event_type IN ('MultiPartUploadComplete', 'MultiPartUploadAbort') AND error = '') = 0
                AND (countIf(event_type IN ('MultiPartUploadComplete', 'MultiPartUploadAbort')) > 0
                    OR min(event_time_microseconds) < now64(6) - INTERVAL 10 MINUTE) AS uploads_left
        FROM system.blob_storage_log
        WHERE ${loggedInSpan} AND toString(event_type) != 'Read'
        GROUP BY bucket, remote_path
    )
    GROUP BY bucket, step
    ORDER BY step
)
GROUP BY bucket
ORDER BY bucket
LIMIT ${incidentLimits.blobs}`,
})
export type IncidentBlobRow = RowOf<typeof incidentBlobs>

/** Requests of blob_storage_log that failed, by bucket, by what the store said, and by step. The message is a sample. */
export const incidentBlobErrors = defineQuery({
  name: 'incident_blob_errors',
  params: z.object(incidentSpan),
  row: z.object({ bucket: z.string(), reason: z.string(), message: z.string(), steps, failed: steps }),
  maxExecutionSeconds: 20,
  sql: `
SELECT bucket, reason, any(sample) AS message, groupArray(step) AS steps, groupArray(times) AS failed
FROM
(
    SELECT
        bucket, ${storeReasonOf('error')} AS reason, substringUTF8(any(error), 1, 200) AS sample,
        ${stepOf('event_time_microseconds')} AS step, toUInt32(count()) AS times
    FROM system.blob_storage_log
    WHERE ${loggedInSpan} AND error != ''
    GROUP BY bucket, reason, step
    ORDER BY step
)
GROUP BY bucket, reason
ORDER BY sum(times) DESC
LIMIT ${incidentLimits.blobErrors}`,
})
export type IncidentBlobErrorRow = RowOf<typeof incidentBlobErrors>

/** Errors that the server counted, of queries and of its own work, by code and step: the 20 with the most. */
export const incidentErrors = defineQuery({
  name: 'incident_errors',
  params: z.object(incidentSpan),
  row: z.object({ code: integer, error: z.string(), steps, errors: figures }),
  maxExecutionSeconds: 20,
  sql: `
SELECT code, any(error_name) AS error, groupArray(step) AS steps, groupArray(times) AS errors
FROM
(
    SELECT code, any(error) AS error_name, ${stepOf('event_time')} AS step, toFloat64(sum(value)) AS times
    FROM system.error_log
    WHERE event_date BETWEEN toDate({since: DateTime64(3)}) - 1 AND toDate({until: DateTime64(3)}) + 1
        AND toDateTime64(event_time, 3) >= {since: DateTime64(3)}
        AND toDateTime64(event_time, 3) < {until: DateTime64(3)} AND NOT remote
    GROUP BY code, step
    ORDER BY step
)
GROUP BY code
ORDER BY sum(times) DESC
LIMIT ${incidentLimits.errors}`,
})
export type IncidentErrorRow = RowOf<typeof incidentErrors>

/** Mutations created in the range: the latest 100. */
export const incidentMutations = defineQuery({
  name: 'incident_mutations',
  params: z.object({ since: z.date(), until: z.date() }),
  row: z.object({
    database: z.string(),
    table: z.string(),
    mutation_id: z.string(),
    from_ms: uint64,
    is_done: integer,
    parts_to_do: uint64,
    fail_reason: z.string(),
  }),
  sql: `
SELECT
    database, table, mutation_id, toUInt64(toUnixTimestamp(create_time)) * 1000 AS from_ms, toUInt8(is_done) AS is_done,
    toUInt64(greatest(parts_to_do, 0)) AS parts_to_do, substringUTF8(latest_fail_reason, 1, 200) AS fail_reason
FROM system.mutations
WHERE toDateTime64(create_time, 3) >= {since: DateTime64(3)} AND toDateTime64(create_time, 3) < {until: DateTime64(3)}
ORDER BY create_time DESC
LIMIT ${incidentLimits.mutations}`,
})
export type IncidentMutationRow = RowOf<typeof incidentMutations>

/** The node's clock and its uptime, asked alone so that the way there and back is short. */
export const nodeClock = defineQuery({
  name: 'node_clock',
  params: z.object({}),
  row: z.object({ now_ms: uint64, uptime_seconds: integer, free_ratio: float }),
  sql: `
SELECT
    toUInt64(toUnixTimestamp64Milli(now64(3))) AS now_ms, toUInt32(uptime()) AS uptime_seconds,
    (SELECT min(free_space / total_space) FROM system.disks WHERE NOT is_remote AND total_space > 0) AS free_ratio`,
})
