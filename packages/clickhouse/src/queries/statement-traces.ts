import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { flag, uint64 } from '../query/scalars.ts'

/**
 * What a node knows of a statement, for a proof that it never began there. `processes` and `logged` count its traces, parts of
 * it on behalf of another node included. The rest says whether the log would know: `witnessed` counts the log's entries of a
 * statement that ended just before, `logs_all` says that the log leaves nothing out, and `up_since_table` that the node did not
 * restart since the table was made (a killed node loses what its log had not written), by its own clock in whole seconds.
 * Entries older than the table are not looked for. Without the table there is no row.
 */
export const statementTraces = defineQuery({
  name: 'statement_traces',
  params: z.object({
    query_id: z.string(),
    witness_id: z.string(),
    database: z.string(),
    table: z.string(),
  }),
  row: z.object({
    processes: uint64,
    logged: uint64,
    witnessed: uint64,
    logs_all: flag,
    up_since_table: flag,
  }),
  sql: `
WITH (
    SELECT metadata_modification_time FROM system.tables
    WHERE database = {database: String} AND name = {table: String}
) AS made
SELECT
    (SELECT count() FROM system.processes WHERE {query_id: String} IN (query_id, initial_query_id)) AS processes,
    (
        SELECT count() FROM system.query_log
        WHERE event_date >= toDate(made) AND {query_id: String} IN (query_id, initial_query_id)
    ) AS logged,
    (
        SELECT count() FROM system.query_log
        WHERE event_date >= toDate(made) AND query_id = {witness_id: String}
    ) AS witnessed,
    getSetting('log_queries') AND getSetting('log_queries_probability') = 1
        AND toUInt64(getSetting('log_queries_min_query_duration_ms')) = 0 AS logs_all,
    uptime() > dateDiff('second', made, now()) AS up_since_table
FROM system.tables
WHERE database = {database: String} AND name = {table: String}`,
})
export type StatementTracesRow = RowOf<typeof statementTraces>
