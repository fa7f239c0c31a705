'use client'
import {
  Badge,
  bytesColumn,
  column,
  type DataColumn,
  DataTable,
  formatRatio,
  monoColumn,
  numberColumn,
  Panel,
} from '@frostline/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'

type TableDetail = RouterOutputs['tables']['get']
type ColumnRow = TableDetail['data']['columns'][number]

/** Compact parts have no size per column: for a table with only such parts the sums are 0, and mean nothing. */
const known = (bytes: bigint) => (bytes > 0n ? bytes : null)

const none = <span className="text-ink-3">—</span>
const code = (text: string) =>
  text ? (
    <span className="truncate font-mono text-2xs" title={text}>
      {text}
    </span>
  ) : (
    none
  )

const columns: readonly DataColumn<ColumnRow>[] = [
  monoColumn('name', 'Column', { minWidthPx: 160, hideable: false, sorted: true }, (row) => row.name),
  column('type', 'Type', { minWidthPx: 160, sortValue: (row) => row.type }, (row) => code(row.type)),
  column('keys', 'Keys', 150, (row) => <Keys row={row} />),
  bytesColumn(
    'compressed',
    'Compressed',
    { minWidthPx: 128, description: 'Size of one copy, without replica copies.', sorted: true },
    (row) => known(row.compressedBytes),
  ),
  bytesColumn(
    'uncompressed',
    'Uncompressed',
    { minWidthPx: 128, description: 'Size of one copy, without replica copies.', sorted: true },
    (row) => known(row.uncompressedBytes),
  ),
  numberColumn(
    'ratio',
    'Ratio',
    {
      minWidthPx: 80,
      sortValue: (row) =>
        row.compressedBytes > 0n ? Number(row.uncompressedBytes) / Number(row.compressedBytes) : null,
    },
    (row) => (row.compressedBytes > 0n ? formatRatio(row.uncompressedBytes, row.compressedBytes) : none),
  ),
  column('codec', 'Codec', 120, (row) => code(row.codec)),
  column('ttl', 'TTL', 120, (row) => code(row.ttl)),
  column('default', 'Default', 140, (row) =>
    code([row.defaultKind, row.defaultExpression].filter(Boolean).join(' ')),
  ),
  column('comment', 'Comment', 140, (row) => (
    <span className="truncate text-xs" title={row.comment}>
      {row.comment}
    </span>
  )),
]

function Keys({ row }: { row: ColumnRow }) {
  return (
    <span className="flex gap-1">
      {row.inPartitionKey ? <Badge>partition</Badge> : null}
      {row.inPrimaryKey ? <Badge>primary</Badge> : row.inSortingKey ? <Badge>sorting</Badge> : null}
      {row.inSamplingKey ? <Badge>sampling</Badge> : null}
    </span>
  )
}

export function ColumnsTab({ query }: { query: UseQueryResult<TableDetail, unknown> }) {
  return (
    <Panel
      title="Columns"
      flush
      minHeightPx={320}
      footer="Sizes are totals of all nodes. Compact parts, which small inserts write, have no size per column."
      {...panelFromQuery(query, { task: 'read the columns' })}
    >
      <DataTable
        label="Columns"
        columns={columns}
        rows={query.data?.data.columns ?? []}
        getRowId={(row) => row.name}
      />
    </Panel>
  )
}
