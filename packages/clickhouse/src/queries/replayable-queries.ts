import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { dateTime, flag, uint64 } from '../query/scalars.ts'

/** Maximum length of a query form, for display. */
const maxOfForm = 2_000
/** Maximum bytes of a text that is replayed. */
const maxOfText = 20_000

const filter = {
  since: z.date(),
  until: z.date(),
  users: z.array(z.string()),
  contains: z.string(),
  form_hash: z.string().describe('Empty: any.'),
  table: z.string().describe('database.table. Empty: any.'),
  min_ms: z.number(),
}

/** Queries that people sent to this node: not those of other nodes, and none of the product. */
const sent = `event_date BETWEEN toDate({since: DateTime64(3)}) - 1 AND toDate({until: DateTime64(3)}) + 1
    AND event_time_microseconds >= {since: DateTime64(3)} AND event_time_microseconds < {until: DateTime64(3)}
    AND type IN ('QueryFinish', 'ExceptionWhileProcessing')
    AND is_initial_query AND NOT startsWith(log_comment, '_frostline/')
    AND (empty({users: Array(String)}) OR has({users: Array(String)}, user))
    AND ({contains: String} = '' OR positionCaseInsensitiveUTF8(query, {contains: String}) > 0)
    AND ({form_hash: String} = '' OR toString(normalized_query_hash) = {form_hash: String})
    AND ({table: String} = '' OR has(tables, {table: String}))
    AND query_duration_ms >= {min_ms: Float64}`

/**
 * A sample of the successful SELECTs: those with the lowest ranks, derived from their ids and a seed, so that the same
 * period of a log always gives the same sample. `text` is the query as the engine formats it: null where it is not a
 * single query. Code 60: the node has no such log.
 */
export const replayableQueries = defineQuery({
  name: 'replayable_queries',
  params: z.object({ ...filter, seed: z.number().int(), limit: z.number().int().min(1).max(10_000) }),
  row: z.object({
    rank: uint64,
    form_hash: uint64,
    form: z.string(),
    text: z.string().nullable(),
    hides_secret: flag,
    is_long: flag,
    user: z.string(),
    database: z.string(),
    tables: z.array(z.string()),
    logged_at: dateTime,
    elapsed_ms: z.number(),
  }),
  maxExecutionSeconds: 30,
  sql: `
SELECT
    rank, form_hash, substringUTF8(normalizeQuery(query), 1, ${maxOfForm}) AS form,
    if(is_long, NULL, formatQueryOrNull(query)) AS text,
    position(query, '[HIDDEN]') > 0 AS hides_secret,
    length(query) > ${maxOfText} OR length(query) >= getSetting('log_queries_cut_to_length') AS is_long,
    user, database, tables, logged_at, elapsed_ms
FROM
(
    SELECT
        cityHash64(query_id, {seed: UInt32}) AS rank, normalized_query_hash AS form_hash, query, user,
        current_database AS database, arraySlice(query_log.tables, 1, 20) AS tables,
        query_start_time_microseconds AS logged_at,
        (toUnixTimestamp64Micro(event_time_microseconds) - toUnixTimestamp64Micro(query_start_time_microseconds)) / 1000 AS elapsed_ms
    FROM system.query_log
    WHERE ${sent}
        AND type = 'QueryFinish' AND query_kind = 'Select'
    ORDER BY rank
    LIMIT {limit: UInt32}
)`,
})
export type ReplayableQueryRow = RowOf<typeof replayableQueries>

/** Number of queries that match the filter, by kind: only SELECTs can be replayed. */
export const replayableCounts = defineQuery({
  name: 'replayable_counts',
  params: z.object(filter),
  row: z.object({ kind: z.string(), queries: uint64, failed: uint64, form_hashes: z.array(uint64) }),
  maxExecutionSeconds: 30,
  sql: `
SELECT
    query_kind AS kind, countIf(type = 'QueryFinish') AS queries, countIf(type != 'QueryFinish') AS failed,
    groupUniqArrayIf(10000)(normalized_query_hash, type = 'QueryFinish') AS form_hashes
FROM system.query_log
WHERE ${sent}
GROUP BY query_kind
ORDER BY queries DESC, kind`,
})
export type ReplayableCountsRow = RowOf<typeof replayableCounts>
