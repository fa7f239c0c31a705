'use client'
import {
  Bytes,
  bytesColumn,
  Count,
  column,
  type DataColumn,
  numberColumn,
  ProgressBar,
  shareOf,
} from '@frostline/ui'
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
  kind: 'File type',
  part: 'Part',
}

export function residencyColumns(
  cluster: string,
  { by, operator, onOpen }: Options,
): readonly DataColumn<ResidencyRow>[] {
  return [
    column(
      'name',
      headers[by],
      { minWidthPx: 220, grow: 2, hideable: false, sortValue: (row) => row.label },
      (row) => {
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
                ? 'Segments that belong to no table file: dropped or frozen tables, or temporary data.'
                : row.label
            }
          >
            {row.label}
          </span>
        )
      },
    ),
    bytesColumn('cached', 'Cached', { minWidthPx: 100, sorted: true }, (row) => row.cachedBytes),
    numberColumn(
      'stored',
      'In the store',
      {
        minWidthPx: 110,
        description: 'Size of the same files on the disks behind the cache.',
        sortValue: (row) => row.storedBytes,
      },
      (row) => (row.storedBytes === null ? <Nothing /> : <Bytes value={row.storedBytes} />),
    ),
    column(
      'share',
      'Share cached',
      {
        minWidthPx: 150,
        sortValue: (row) => (row.storedBytes === null ? null : shareOf(row.cachedBytes, row.storedBytes)),
        sortDescFirst: true,
      },
      (row) =>
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
    ),
    ...(by === 'table' || by === 'partition' ? counts : []),
    ...(by === 'table' && operator ? [dropColumn(cluster)] : []),
  ]
}

const counts: readonly DataColumn<ResidencyRow>[] = [
  numberColumn('segments', 'Segments', { minWidthPx: 100, sortValue: (row) => row.segments }, (row) =>
    row.segments === null ? <Nothing /> : <Count value={row.segments} />,
  ),
  numberColumn(
    'files',
    'Files',
    { minWidthPx: 90, description: 'On disks behind the cache.', sortValue: (row) => row.files },
    (row) => (row.files === null ? <Nothing /> : <Count value={row.files} />),
  ),
]

function dropColumn(cluster: string): DataColumn<ResidencyRow> {
  return numberColumn('drop', 'Drop', { minWidthPx: 90, hideable: false }, ({ table, cachedBytes }) =>
    table ? <DropCache cluster={cluster} table={table} disabled={cachedBytes === 0n} /> : <Nothing />,
  )
}

function Nothing() {
  return <span className="text-ink-3">—</span>
}
