import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { float, int64, uint64 } from '../query/scalars.ts'

/**
 * What this node reads and writes now for the statements of a load, whichever node was sent them. Bytes are those
 * read from the store (compressed, as in the manifest): total_rows_approx is 0 for formats of text.
 */
export const loadProgress = defineQuery({
  name: 'load_progress',
  params: z.object({ query_ids: z.array(z.string()).min(1) }),
  row: z.object({
    statements: uint64,
    elapsed: float,
    s3_read_bytes: uint64,
    read_rows: uint64,
    written_rows: uint64,
    memory_bytes: int64,
    s3_requests: uint64,
  }),
  sql: `
SELECT
    count() AS statements,
    max(elapsed) AS elapsed,
    sum(ProfileEvents['ReadBufferFromS3Bytes']) AS s3_read_bytes,
    sum(read_rows) AS read_rows,
    sum(written_rows) AS written_rows,
    sum(memory_usage) AS memory_bytes,
    sum(ProfileEvents['S3GetObject']) AS s3_requests
FROM system.processes
WHERE has({query_ids: Array(String)}, initial_query_id)`,
})
export type LoadProgressRow = RowOf<typeof loadProgress>

/** Parts that a load has written on this node and not brought into its table yet. */
export const stagedParts = defineQuery({
  name: 'staged_parts',
  params: z.object({ database: z.string(), prefix: z.string() }),
  row: z.object({ parts: uint64, bytes: uint64 }),
  sql: `
SELECT count() AS parts, sum(bytes_on_disk) AS bytes
FROM system.parts
WHERE active AND rows > 0 AND database = {database: String} AND startsWith(table, {prefix: String})`,
})
export type StagedPartsRow = RowOf<typeof stagedParts>
