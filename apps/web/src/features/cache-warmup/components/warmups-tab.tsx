'use client'
import { Bytes, type DataColumn, DataTable, Panel } from '@frostline/ui'
import { Flame } from 'lucide-react'
import Link from 'next/link'
import { requestedByColumn, startedColumn, stateColumn, tookColumn } from '@/features/status/run-columns.tsx'
import { routes } from '@/navigation/routes.ts'
import { moreRows } from '@/trpc/more-rows.ts'
import { panelFromInfinite } from '@/trpc/panel-from-query.ts'
import { useWarmups } from '../hooks/use-warmups.ts'
import { type WarmupSummary, warmupLooks } from '../warmup.ts'
import { WarmupLink } from './warmup-link.tsx'

/** Every warm-up of the cluster. */
export function WarmupsTab({ cluster }: { cluster: string }) {
  const query = useWarmups(cluster)
  const rows = query.data?.pages.flatMap((page) => page.warmups) ?? []
  return (
    <Panel
      title="Warm-ups"
      description="Tables read into the caches before people ask for them."
      flush
      minHeightPx={160}
      {...panelFromInfinite(query, {
        task: 'read the warm-ups',
        empty: () =>
          rows.length > 0
            ? null
            : {
                icon: <Flame />,
                title: 'No warm-up yet',
                children:
                  'Read a table, some of its partitions or columns into the caches, as gently as you like, so that the first query finds them there.',
                action: <WarmupLink cluster={cluster} />,
              },
      })}
    >
      <DataTable
        label="Warm-ups"
        columns={columnsOf(cluster)}
        rows={rows}
        getRowId={(row) => row.id}
        refreshing={query.isPlaceholderData}
        {...moreRows(query)}
      />
    </Panel>
  )
}

function columnsOf(cluster: string): readonly DataColumn<WarmupSummary>[] {
  return [
    {
      id: 'table',
      header: 'Table',
      minWidthPx: 200,
      hideable: false,
      cell: (row) => (
        <Link
          href={routes.warmup(cluster, row.id)}
          className="truncate font-mono text-xs hover:underline"
          title={`${row.database}.${row.table}`}
        >
          {row.database}.{row.table}
        </Link>
      ),
    },
    stateColumn((row) => warmupLooks[row.status]),
    {
      id: 'partitions',
      header: 'Partitions read',
      align: 'end',
      minWidthPx: 126,
      grow: 0,
      cell: ({ steps }) =>
        `${steps.completed}/${Object.values(steps).reduce((sum, count) => sum + count, 0)}`,
    },
    {
      id: 'wanted',
      header: 'Wanted',
      align: 'end',
      minWidthPx: 90,
      grow: 0,
      cell: (row) => <Bytes value={row.wantedBytes} />,
    },
    {
      id: 'fetched',
      header: 'Fetched',
      align: 'end',
      minWidthPx: 90,
      grow: 0,
      cell: (row) => <Bytes value={row.fetchedBytes} />,
    },
    tookColumn((row) => [row.startedAt, row.finishedAt]),
    requestedByColumn(),
    startedColumn(),
  ]
}
