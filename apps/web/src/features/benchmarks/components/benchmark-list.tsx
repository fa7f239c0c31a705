'use client'
import { type DataColumn, DataTable, type EmptyStateProps, Panel } from '@frostline/ui'
import type { Route } from 'next'
import Link from 'next/link'
import { requestedByColumn, startedColumn, stateColumn, tookColumn } from '@/features/status/run-columns.tsx'
import { moreRows } from '@/trpc/more-rows.ts'
import { panelFromInfinite } from '@/trpc/panel-from-query.ts'
import { type BenchmarkSummary, benchmarkLooks } from '../benchmark.ts'
import { useBenchmarks } from '../hooks/use-benchmarks.ts'

interface BenchmarkListProps extends ListWords {
  cluster: string
  kind: BenchmarkSummary['kind']
  title: string
  description: string
  empty: EmptyStateProps
}

interface ListWords {
  subject: string
  routeOf: (id: string) => Route
}

/** Every benchmark of one kind, newest first. */
export function BenchmarkList({ cluster, kind, title, description, empty, ...words }: BenchmarkListProps) {
  const query = useBenchmarks(cluster, kind)
  const rows = query.data?.pages.flatMap((page) => page.benchmarks) ?? []
  return (
    <Panel
      title={title}
      description={description}
      flush
      minHeightPx={160}
      {...panelFromInfinite(query, {
        task: 'read the benchmarks',
        empty: () => (rows.length > 0 ? null : empty),
      })}
    >
      <DataTable
        label={title}
        columns={columnsOf(words)}
        rows={rows}
        getRowId={(row) => row.id}
        refreshing={query.isPlaceholderData}
        {...moreRows(query)}
      />
    </Panel>
  )
}

function columnsOf({ subject, routeOf }: ListWords): readonly DataColumn<BenchmarkSummary>[] {
  return [
    {
      id: 'subject',
      header: subject,
      minWidthPx: 200,
      hideable: false,
      cell: (row) => (
        <Link
          href={routeOf(row.id)}
          className="truncate font-mono text-xs hover:underline"
          title={row.subject}
        >
          {row.subject}
        </Link>
      ),
    },
    stateColumn((row) => benchmarkLooks[row.status]),
    {
      id: 'node',
      header: 'Node',
      minWidthPx: 150,
      cell: (row) => <span className="truncate font-mono text-xs">{row.nodeName}</span>,
    },
    {
      id: 'steps',
      header: 'Statements',
      align: 'end',
      minWidthPx: 110,
      grow: 0,
      cell: ({ steps }) =>
        `${steps.completed}/${Object.values(steps).reduce((sum, count) => sum + count, 0)}`,
    },
    tookColumn((row) => [row.startedAt, row.finishedAt]),
    requestedByColumn(),
    startedColumn(),
  ]
}
