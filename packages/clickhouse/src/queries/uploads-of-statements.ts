import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { uint64 } from '../query/scalars.ts'

/**
 * Objects that these statements have uploaded to the store, from blob_storage_log: a move writes them with its query id
 * and a local path below `moving/` (26.7). The last seconds before a server was killed are missing. Code 60: the node
 * has no such log.
 */
export const uploadsOfStatements = defineQuery({
  name: 'uploads_of_statements',
  params: z.object({
    query_ids: z.array(z.string()).min(1),
    since: z.date(),
    limit: z.number().int().min(1).max(100_000).default(20_000),
  }),
  row: z.object({
    query_id: z.string(),
    bucket: z.string(),
    remote_path: z.string(),
    local_path: z.string(),
    data_size: uint64,
  }),
  maxExecutionSeconds: 30,
  sql: `
SELECT query_id, bucket, remote_path, any(local_path) AS local_path, max(data_size) AS data_size
FROM system.blob_storage_log
WHERE event_date >= toDate({since: DateTime64(3)}) - 1
    AND event_time_microseconds >= {since: DateTime64(3)} - INTERVAL 1 MINUTE
    AND query_id IN {query_ids: Array(String)}
    AND event_type IN ('Upload', 'MultiPartUploadComplete')
    AND error = ''
GROUP BY query_id, bucket, remote_path
ORDER BY query_id, remote_path
LIMIT {limit: UInt32}`,
})
export type UploadOfStatementRow = RowOf<typeof uploadsOfStatements>

/** Which of these objects other statements have uploaded, according to the node's log. */
export const uploadsByOthers = defineQuery({
  name: 'uploads_by_others',
  params: z.object({
    keys: z.array(z.string()).min(1),
    query_ids: z.array(z.string()).min(1),
    since: z.date(),
  }),
  row: z.object({ remote_path: z.string() }),
  maxExecutionSeconds: 30,
  sql: `
SELECT DISTINCT remote_path
FROM system.blob_storage_log
WHERE event_date >= toDate({since: DateTime64(3)}) - 1
    AND remote_path IN {keys: Array(String)}
    AND query_id NOT IN {query_ids: Array(String)}
    AND event_type IN ('Upload', 'MultiPartUploadComplete')
    AND error = ''`,
})
