'use client'
import { column, type DataColumn, type EmptyStateProps, monoColumn, numberColumn } from '@frostline/ui'
import type { Route } from 'next'
import Link from 'next/link'
import { requestedByColumn, startedColumn, stateColumn, tookColumn } from '@/features/run/run-columns.tsx'
import { RunList } from '@/features/run/run-list.tsx'
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
  nodes?: string
  routeOf: (id: string) => Route
}

/** Every benchmark of one kind, newest first. */
export function BenchmarkList({ cluster, kind, title, description, empty, ...words }: BenchmarkListProps) {
  return (
    <RunList
      title={title}
      description={description}
      task="read the benchmarks"
      label={title}
      query={useBenchmarks(cluster, kind)}
      rowsOf={(page) => page.benchmarks}
      columns={columnsOf(words)}
      empty={empty}
    />
  )
}

function columnsOf({ subject, nodes = 'Node', routeOf }: ListWords): readonly DataColumn<BenchmarkSummary>[] {
  return [
    column('subject', subject, { minWidthPx: 200, hideable: false }, (row) => (
      <Link href={routeOf(row.id)} className="truncate font-mono text-xs hover:underline" title={row.subject}>
        {row.subject}
      </Link>
    )),
    stateColumn((row) => benchmarkLooks[row.status]),
    monoColumn('node', nodes, 150, (row) => row.nodeName),
    numberColumn(
      'steps',
      'Statements',
      110,
      ({ steps }) => `${steps.completed}/${Object.values(steps).reduce((sum, count) => sum + count, 0)}`,
    ),
    tookColumn((row) => [row.startedAt, row.finishedAt]),
    requestedByColumn(),
    startedColumn(),
  ]
}
