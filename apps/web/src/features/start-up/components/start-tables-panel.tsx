import {
  Count,
  column,
  type DataColumn,
  DataTable,
  formatPercent,
  Panel,
  type PanelProps,
} from '@frostline/ui'
import Link from 'next/link'
import { routes } from '@/navigation/routes.ts'
import type { StartFigures } from '../hooks/use-start-up.ts'

type Row = StartFigures['topTables'][number]

/** Which tables make the start slow. */
export function StartTablesPanel({
  cluster,
  figures,
  panel,
}: {
  cluster: string
  figures: StartFigures | null
  panel: Partial<PanelProps>
}) {
  const rows = figures?.topTables ?? []
  const more = (figures?.tables ?? 0) - rows.length
  return (
    <Panel
      title="Slowest tables"
      description="By share of the work in a start with cold caches."
      flush
      minHeightPx={160}
      {...panel}
      footer={more > 0 ? `The top ${rows.length}. ${more} more tables take less.` : undefined}
    >
      <DataTable
        label="Tables by their share of the start"
        columns={columnsOf(cluster)}
        rows={rows}
        getRowId={(row) => JSON.stringify([row.database, row.table])}
        maxHeightPx={420}
        empty={<p className="p-4 text-ink-3 text-sm">No tables with parts.</p>}
      />
    </Panel>
  )
}

function columnsOf(cluster: string): readonly DataColumn<Row>[] {
  const number = (id: string, header: string, value: (row: Row) => number, description?: string) =>
    ({
      ...{ id, header, description, align: 'end', minWidthPx: 136, grow: 0, sortDescFirst: true },
      sortValue: value,
      cell: (row) => <Count value={value(row)} />,
    }) satisfies DataColumn<Row>
  return [
    column(
      'table',
      'Table',
      { minWidthPx: 200, hideable: false, sortValue: (row) => `${row.database}.${row.table}` },
      (row) => (
        <Link
          href={routes.table(cluster, row.database, row.table)}
          className="truncate font-mono text-accent-ink text-xs hover:underline"
        >
          {row.database}.{row.table}
        </Link>
      ),
    ),
    {
      ...{ id: 'share', header: 'Share', align: 'end', minWidthPx: 90, grow: 0, sortDescFirst: true },
      sortValue: (row) => row.share,
      cell: (row) => formatPercent(row.share),
    },
    number('store', 'Read directly', ({ parts }) => parts.store, 'Parts on object storage without a cache.'),
    number('cached', 'Behind a cache', ({ parts }) => parts.cached, 'Parts on object storage.'),
    number('local', 'Local parts', ({ parts }) => parts.local),
    number('gets', 'GETs', ({ gets }) => gets, 'With cold caches.'),
    number(
      'outdated',
      'Outdated',
      ({ outdatedParts }) => outdatedParts,
      'Parts that merges have replaced. Loaded after the start.',
    ),
  ]
}
