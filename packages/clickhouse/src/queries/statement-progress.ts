import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { flag, float, int64, uint64 } from '../query/scalars.ts'

/**
 * Statements under way, found by the query_id we sent, on this node (as initiator or as a part of a distributed
 * one). read_bytes and written_bytes stay 0 for a move: its bytes are in s3_written_bytes (WriteBufferFromS3Bytes) or, to a
 * local disk, file_written_bytes. No counter has the bytes that are written to Azure (26.7): where azure_writes is above 0,
 * file_read_bytes has what was read from a local disk to be sent there. A query_id without a row is not running.
 */
export const statementProgress = defineQuery({
  name: 'statement_progress',
  params: z.object({ query_ids: z.array(z.string()).min(1) }),
  row: z.object({
    query_id: z.string(),
    initial_query_id: z.string(),
    elapsed: float,
    is_cancelled: flag,
    read_rows: uint64,
    read_bytes: uint64,
    written_rows: uint64,
    written_bytes: uint64,
    memory_usage: int64,
    s3_written_bytes: uint64,
    s3_read_bytes: uint64,
    azure_writes: uint64,
    azure_read_bytes: uint64,
    file_written_bytes: uint64,
    file_read_bytes: uint64,
  }),
  sql: `
SELECT
    query_id, initial_query_id, elapsed, is_cancelled, read_rows, read_bytes, written_rows, written_bytes, memory_usage,
    ProfileEvents['WriteBufferFromS3Bytes'] AS s3_written_bytes,
    ProfileEvents['ReadBufferFromS3Bytes'] AS s3_read_bytes,
    ProfileEvents['AzureWriteRequestsCount'] AS azure_writes,
    ProfileEvents['ReadBufferFromAzureBytes'] AS azure_read_bytes,
    ProfileEvents['WriteBufferFromFileDescriptorWriteBytes'] AS file_written_bytes,
    ProfileEvents['ReadBufferFromFileDescriptorReadBytes'] AS file_read_bytes
FROM system.processes
WHERE has({query_ids: Array(String)}, initial_query_id)
ORDER BY query_id`,
})
export type StatementProgressRow = RowOf<typeof statementProgress>
