import type { RunningMergeRow } from '@frostline/clickhouse'
import { z } from 'zod'

export const mergeView = z.object({
  node: z.string(),
  database: z.string(),
  table: z.string(),
  partitionId: z.string(),
  isMutation: z.boolean(),
  kind: z.string().describe('Regular, TTLDelete, TTLRecompress, …'),
  elapsedSeconds: z.number(),
  progress: z.number().describe('0 to 1.'),
  sourceParts: z.array(z.string()),
  resultPart: z.string(),
  bytes: z.bigint().describe('Compressed size of the source parts.'),
  rowsRead: z.bigint(),
  memoryBytes: z.bigint(),
})

export function toMerge(node: string, row: RunningMergeRow): z.infer<typeof mergeView> {
  return {
    node,
    database: row.database,
    table: row.table,
    partitionId: row.partition_id,
    isMutation: row.is_mutation,
    kind: row.merge_type,
    elapsedSeconds: row.elapsed ?? 0,
    progress: row.progress ?? 0,
    sourceParts: row.source_part_names,
    resultPart: row.result_part_name,
    bytes: row.total_size_bytes_compressed,
    rowsRead: row.rows_read,
    memoryBytes: row.memory_usage,
  }
}
