import type { ColumnRow } from '@frostline/clickhouse'
import type { TableDetail } from './detail-schema.ts'

type ColumnView = TableDetail['data']['columns'][number]

/**
 * Columns of all nodes by name, in the order of the first node that has each.
 * @param nodes with `counts` those whose sizes are added up.
 */
export function mergeColumns(
  nodes: readonly { rows: readonly ColumnRow[]; counts: boolean }[],
  ttls: ReadonlyMap<string, string>,
): ColumnView[] {
  const merged = new Map<string, ColumnView>()
  for (const { rows, counts } of nodes)
    for (const row of rows) {
      const view = merged.get(row.name) ?? toView(row, ttls.get(row.name) ?? '')
      merged.set(row.name, view)
      if (!counts) continue
      view.compressedBytes += row.data_compressed_bytes
      view.uncompressedBytes += row.data_uncompressed_bytes
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
    compressedBytes: 0n,
    uncompressedBytes: 0n,
    inPartitionKey: row.is_in_partition_key,
    inSortingKey: row.is_in_sorting_key,
    inPrimaryKey: row.is_in_primary_key,
    inSamplingKey: row.is_in_sampling_key,
  }
}
