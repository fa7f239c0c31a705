'use client'
import { Bytes, Count, type DataColumn, ProgressBar, shareOf } from '@frostline/ui'
import type { ResidencyGroup, ResidencyRow } from '../residency-rows.ts'
import { DropCache } from './drop-cache.tsx'

interface Options {
  by: ResidencyGroup
  operator: boolean
  onOpen: (table: { database: string; table: string }) => void
}

const headers: Record<ResidencyGroup, string> = {
  table: 'Table',
  partition: 'Partition',
  kind: 'Kind of file',
  part: 'Part',
}

export function residencyColumns(
  cluster: string,
  { by, operator, onOpen }: Options,
): readonly DataColumn<ResidencyRow>[] {
  return [
    {
      id: 'name',
      header: headers[by],
      minWidthPx: 220,
      grow: 2,
      hideable: false,
      sortValue: (row) => row.label,
      cell: (row) => {
        const { table } = row
        return table ? (
          <button
            type="button"
            onClick={() => onOpen(table)}
            className="truncate text-left font-mono text-xs hover:underline"
          >
            {row.label}
          </button>
        ) : (
          <span
            className="truncate font-mono text-xs"
            title={
              row.storedBytes === null
                ? 'Segments of no table file: dropped or frozen tables, or temporary data.'
                : row.label
            }
          >
            {row.label}
          </span>
        )
      },
    },
    {
      id: 'cached',
      header: 'Cached',
      align: 'end',
      minWidthPx: 100,
      grow: 0,
      sortDescFirst: true,
      sortValue: (row) => row.cachedBytes,
      cell: (row) => <Bytes value={row.cachedBytes} />,
    },
    {
      id: 'stored',
      header: 'On the store',
      description: 'Size of the same files on the disks behind the cache.',
      align: 'end',
      minWidthPx: 110,
      grow: 0,
      sortDescFirst: true,
      sortValue: (row) => row.storedBytes,
      cell: (row) => (row.storedBytes === null ? <Nothing /> : <Bytes value={row.storedBytes} />),
    },
    {
      id: 'share',
      header: 'Share cached',
      minWidthPx: 150,
      sortDescFirst: true,
      sortValue: (row) => (row.storedBytes === null ? null : shareOf(row.cachedBytes, row.storedBytes)),
      cell: (row) =>
        row.storedBytes === null ? (
          <Nothing />
        ) : (
          <ProgressBar
            className="w-full [--color-accent:var(--color-cache)]"
            size="sm"
            label={`Share of ${row.label} that is cached`}
            share={shareOf(row.cachedBytes, row.storedBytes)}
            showPercent
          />
        ),
    },
    ...(by === 'table' || by === 'partition' ? counts : []),
    ...(by === 'table' && operator ? [dropColumn(cluster)] : []),
  ]
}

const counts: readonly DataColumn<ResidencyRow>[] = [
  {
    id: 'segments',
    header: 'Segments',
    align: 'end',
    minWidthPx: 100,
    grow: 0,
    sortDescFirst: true,
    sortValue: (row) => row.segments,
    cell: (row) => (row.segments === null ? <Nothing /> : <Count value={row.segments} />),
  },
  {
    id: 'files',
    header: 'Files',
    description: 'On disks behind the cache.',
    align: 'end',
    minWidthPx: 90,
    grow: 0,
    sortDescFirst: true,
    sortValue: (row) => row.files,
    cell: (row) => (row.files === null ? <Nothing /> : <Count value={row.files} />),
  },
]

function dropColumn(cluster: string): DataColumn<ResidencyRow> {
  return {
    id: 'drop',
    header: 'Drop',
    align: 'end',
    minWidthPx: 90,
    grow: 0,
    hideable: false,
    cell: ({ table, cachedBytes }) =>
      table ? <DropCache cluster={cluster} table={table} disabled={cachedBytes === 0n} /> : <Nothing />,
  }
}

function Nothing() {
  return <span className="text-ink-3">—</span>
}
