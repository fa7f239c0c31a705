import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { integer, uint64 } from '../query/scalars.ts'
import { qualifiedName } from '../sql/qualified-name.ts'
import { ordinalOfFile, recordedColumns } from '../statements/load-bad-rows.ts'

/** Bad rows of each object of an attempt, from the files on this node: 0 for an empty file. */
export const recordedBadRows = defineQuery({
  name: 'recorded_bad_rows',
  params: z.object({ files: z.string() }),
  row: z.object({ ordinal: integer, rows: uint64 }),
  sql: `
SELECT toUInt32(${ordinalOfFile}) AS ordinal, sum(bad) AS rows
FROM
(
    SELECT _file, 0 AS bad FROM file({files: String}, 'One')
    UNION ALL
    SELECT _file, 1 AS bad FROM file({files: String}, 'JSONEachRow', '${recordedColumns}')
)
GROUP BY ordinal`,
  maxExecutionSeconds: 60,
})
export type RecordedBadRowsRow = RowOf<typeof recordedBadRows>

/** The first of an object, and their number. */
export const firstBadRow = defineQuery({
  name: 'first_bad_row',
  params: z.object({ file: z.string() }),
  row: z.object({ rows: uint64, row_number: uint64, reason: z.string(), raw: z.string() }),
  sql: `
SELECT count() AS rows, min(offset) AS row_number, argMin(reason, offset) AS reason,
    substring(argMin(raw_data, offset), 1, 300) AS raw
FROM file({file: String}, 'JSONEachRow', '${recordedColumns}')`,
  maxExecutionSeconds: 60,
})

/** Non-empty files of bad rows. */
export const filesOfBadRows = defineQuery({
  name: 'files_of_bad_rows',
  params: z.object({ files: z.string() }),
  row: z.object({ file: z.string() }),
  sql: `
SELECT _file AS file
FROM file({files: String}, 'One')
WHERE _size > 0`,
  maxExecutionSeconds: 60,
})

/** Bad rows that a job collected on this node, the first ones by object and row. */
export const collectedBadRows = defineQuery({
  name: 'collected_bad_rows',
  params: z.object({
    database: z.string(),
    table: z.string(),
    job_id: z.string(),
    limit: z.number().int(),
  }),
  row: z.object({ object: z.string(), row_number: uint64, reason: z.string(), raw: z.string() }),
  sql: ({ database, table }) => `
SELECT object, row_number, reason, substring(raw, 1, 2000) AS raw
FROM ${qualifiedName(database, table)}
WHERE job_id = {job_id: String}
ORDER BY object, row_number
LIMIT {limit: UInt32}`,
})
export type CollectedBadRow = RowOf<typeof collectedBadRows>

/** Whether the server has the settings that record bad rows (since 22.9). */
export const recordsBadRows = defineQuery({
  name: 'records_bad_rows',
  params: z.object({}),
  row: z.object({ settings: integer }),
  sql: `
SELECT toUInt8(count()) AS settings
FROM system.settings
WHERE name IN ('input_format_record_errors_file_path', 'errors_output_format')`,
})
