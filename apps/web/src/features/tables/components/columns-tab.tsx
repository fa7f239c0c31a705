'use client'
import { Badge, Bytes, type DataColumn, DataTable, formatRatio, Panel } from '@frostline/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'

type TableDetail = RouterOutputs['tables']['get']
type ColumnRow = TableDetail['data']['columns'][number]

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
  {
    id: 'name',
    header: 'Column',
    minWidthPx: 160,
    hideable: false,
    cell: (row) => <span className="truncate font-mono text-xs">{row.name}</span>,
    sortValue: (row) => row.name,
  },
  {
    id: 'type',
    header: 'Type',
    minWidthPx: 160,
    cell: (row) => code(row.type),
    sortValue: (row) => row.type,
  },
  { id: 'keys', header: 'Keys', minWidthPx: 150, cell: (row) => <Keys row={row} /> },
  {
    id: 'compressed',
    header: 'Compressed',
    align: 'end',
    description: 'Size of one copy, without replica copies.',
    minWidthPx: 110,
    grow: 0,
    cell: (row) => <Bytes value={row.compressedBytes} />,
    sortValue: (row) => row.compressedBytes,
    sortDescFirst: true,
  },
  {
    id: 'uncompressed',
    header: 'Uncompressed',
    align: 'end',
    description: 'Size of one copy, without replica copies.',
    minWidthPx: 120,
    grow: 0,
    cell: (row) => <Bytes value={row.uncompressedBytes} />,
    sortValue: (row) => row.uncompressedBytes,
    sortDescFirst: true,
  },
  {
    id: 'ratio',
    header: 'Ratio',
    align: 'end',
    minWidthPx: 80,
    grow: 0,
    cell: (row) =>
      row.compressedBytes > 0n ? formatRatio(row.uncompressedBytes, row.compressedBytes) : none,
    sortValue: (row) =>
      row.compressedBytes > 0n ? Number(row.uncompressedBytes) / Number(row.compressedBytes) : null,
    sortDescFirst: true,
  },
  { id: 'codec', header: 'Codec', minWidthPx: 120, cell: (row) => code(row.codec) },
  { id: 'ttl', header: 'TTL', minWidthPx: 120, cell: (row) => code(row.ttl) },
  {
    id: 'default',
    header: 'Default',
    minWidthPx: 140,
    cell: (row) => code([row.defaultKind, row.defaultExpression].filter(Boolean).join(' ')),
  },
  {
    id: 'comment',
    header: 'Comment',
    minWidthPx: 140,
    cell: (row) => (
      <span className="truncate text-xs" title={row.comment}>
        {row.comment}
      </span>
    ),
  },
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
      className="mt-4"
      flush
      minHeightPx={320}
      footer="Sizes are totals of all nodes. Compact parts have no size per column, so small tables show 0."
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
