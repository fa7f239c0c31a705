'use client'
import {
  Bytes,
  Count,
  type DataColumn,
  DataTable,
  formatByteRate,
  formatCountRate,
  formatDuration,
  formatExactTime,
  formatShortCount,
  Panel,
  RelativeTime,
  StackedBars,
} from '@frostline/ui'
import Link from 'next/link'
import { type LoadSummary, loadLooks } from '@/features/loads/load.ts'
import { stateColumn } from '@/features/status/run-columns.tsx'
import { routes } from '@/navigation/routes.ts'
import { moreRows } from '@/trpc/more-rows.ts'
import { panelFromInfinite } from '@/trpc/panel-from-query.ts'
import { usePipelineRuns } from '../hooks/use-pipelines.ts'
import type { Pipeline } from '../pipeline.ts'
import { figuresOf } from '../run-figures.ts'

const barsShown = 30

/** Its loads side by side: what each brought, and how fast. */
export function RunsPanel({ pipeline }: { pipeline: Pipeline }) {
  const query = usePipelineRuns(pipeline.id)
  const rows = query.data?.pages.flatMap((page) => page.loads) ?? []
  const bars = rows
    .slice(0, barsShown)
    .toReversed()
    .flatMap((load) => {
      const { rowsPerSecond } = figuresOf(load)
      return rowsPerSecond === null
        ? []
        : [{ name: formatExactTime(load.createdAt).slice(5, 19), values: { rate: rowsPerSecond } }]
    })
  return (
    <Panel
      title="Loads"
      description="One a run, newest first. Each has a ledger of its objects."
      flush
      minHeightPx={160}
      {...panelFromInfinite(query, {
        task: 'read the loads of the pipeline',
        empty: () =>
          rows.length > 0
            ? null
            : { title: 'No load yet', children: 'The first run that finds an object begins one.' },
      })}
    >
      {bars.length > 1 ? (
        <div className="border-b p-4">
          <h3 className="mb-2 text-ink-3 text-xs">
            Rows a second of the last {bars.length} loads, oldest first
          </h3>
          <StackedBars
            label={`Rows a second of the last ${bars.length} loads`}
            heightPx={120}
            series={[{ key: 'rate', label: 'Rows a second', color: 'var(--color-accent)' }]}
            bars={bars}
            formatValue={(value) => (value === null ? '—' : `${formatShortCount(value)}/s`)}
          />
        </div>
      ) : null}
      <DataTable
        label="Loads of the pipeline"
        columns={columnsOf(pipeline.clusterSlug)}
        rows={rows}
        getRowId={(row) => row.id}
        refreshing={query.isPlaceholderData}
        {...moreRows(query)}
      />
    </Panel>
  )
}

function columnsOf(cluster: string): readonly DataColumn<LoadSummary>[] {
  return [
    {
      id: 'started',
      header: 'Begun',
      minWidthPx: 130,
      grow: 1,
      hideable: false,
      cell: (row) => (
        <Link href={routes.load(cluster, row.id)} className="truncate hover:underline" title={row.title}>
          <RelativeTime at={row.createdAt} />
        </Link>
      ),
    },
    stateColumn((row) => loadLooks[row.status]),
    {
      id: 'objects',
      header: 'Objects',
      align: 'end',
      minWidthPx: 90,
      grow: 0,
      cell: (row) => `${row.files.loaded}/${row.totalFiles}`,
    },
    {
      id: 'rows',
      header: 'Rows',
      align: 'end',
      minWidthPx: 100,
      grow: 0,
      cell: (row) => <Count value={row.loadedRows} />,
    },
    {
      id: 'bytes',
      header: 'Bytes',
      align: 'end',
      minWidthPx: 90,
      grow: 0,
      cell: (row) => <Bytes value={row.loadedBytes} />,
    },
    {
      id: 'took',
      header: 'Took',
      align: 'end',
      minWidthPx: 90,
      grow: 0,
      cell: (row) => {
        const { elapsedMs } = figuresOf(row)
        return elapsedMs === null ? '—' : formatDuration(elapsedMs)
      },
    },
    {
      id: 'rowRate',
      header: 'Rows/s',
      align: 'end',
      minWidthPx: 110,
      grow: 0,
      cell: (row) => {
        const { rowsPerSecond } = figuresOf(row)
        return rowsPerSecond === null ? '—' : formatCountRate(rowsPerSecond, 'row')
      },
    },
    {
      id: 'byteRate',
      header: 'Bytes/s',
      align: 'end',
      minWidthPx: 100,
      grow: 0,
      cell: (row) => {
        const { bytesPerSecond } = figuresOf(row)
        return bytesPerSecond === null ? '—' : formatByteRate(bytesPerSecond)
      },
    },
    {
      id: 'note',
      header: 'Note',
      minWidthPx: 200,
      cell: (row) =>
        row.error === null ? null : (
          <span className="truncate text-xs" title={row.error}>
            {row.error}
          </span>
        ),
    },
  ]
}
