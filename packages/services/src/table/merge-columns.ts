import type { ColumnRow } from '@frostline/clickhouse'
import type { TableDetail } from './detail-schema.ts'

type ColumnView = TableDetail['data']['columns'][number]

/** Columns of all nodes by name, sizes added up; in the order of the first node that has each. */
export function mergeColumns(
  nodes: readonly (readonly ColumnRow[])[],
  ttls: ReadonlyMap<string, string>,
): ColumnView[] {
  const merged = new Map<string, ColumnView>()
  for (const rows of nodes)
    for (const row of rows) {
      const present = merged.get(row.name)
      if (present) {
        present.compressedBytes += row.data_compressed_bytes
        present.uncompressedBytes += row.data_uncompressed_bytes
      } else merged.set(row.name, toView(row, ttls.get(row.name) ?? ''))
    }
  return [...merged.values()]
}

function toView(row: ColumnRow, ttl: string): ColumnView {
  return {
    name: row.name,
    type: row.type,
    defaultKind: row.default_kind,
    defaultExpression: row.default_expression,
    codec: row.compression_codec,
    ttl,
    comment: row.comment,
    compressedBytes: row.data_compressed_bytes,
    uncompressedBytes: row.data_uncompressed_bytes,
    inPartitionKey: row.is_in_partition_key,
    inSortingKey: row.is_in_sorting_key,
    inPrimaryKey: row.is_in_primary_key,
    inSamplingKey: row.is_in_sampling_key,
  }
}
