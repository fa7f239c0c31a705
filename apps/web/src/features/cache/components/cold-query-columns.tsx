'use client'
import {
  Badge,
  Bytes,
  Count,
  type DataColumn,
  formatDuration,
  formatPercent,
  RelativeTime,
} from '@frostline/ui'
import type { ColdQuery } from '../hooks/use-cold-queries.ts'

export function coldQueryColumns(open: (query: ColdQuery) => void): readonly DataColumn<ColdQuery>[] {
  return [
    {
      id: 'query',
      header: 'Query',
      minWidthPx: 280,
      grow: 4,
      hideable: false,
      cell: (row) => (
        <span className="flex min-w-0 items-center gap-2">
          <button
            type="button"
            onClick={() => open(row)}
            title={row.normalized}
            className="min-w-0 max-w-full truncate text-left font-mono text-xs hover:underline"
          >
            {row.normalized.replace(/\s+/g, ' ')}
          </button>
          {row.initial ? null : (
            <Badge title="Sent by another node: the shard’s part of a query over a Distributed table.">
              part
            </Badge>
          )}
        </span>
      ),
    },
    {
      id: 'store',
      header: 'From store',
      description: 'Bytes from object storage, through a cache or not.',
      align: 'end',
      minWidthPx: 100,
      grow: 0,
      sortDescFirst: true,
      sortValue: (row) => row.storeBytes,
      cell: (row) => <Bytes value={row.storeBytes} />,
    },
    {
      id: 'cache',
      header: 'From cache',
      align: 'end',
      minWidthPx: 112,
      grow: 0,
      sortDescFirst: true,
      sortValue: (row) => row.cacheBytes,
      cell: (row) => <Bytes value={row.cacheBytes} />,
    },
    {
      id: 'ratio',
      header: 'Hit ratio',
      description: 'Of the bytes requested from a cache.',
      align: 'end',
      minWidthPx: 90,
      grow: 0,
      sortValue: (row) => row.hitRatio,
      cell: (row) =>
        row.hitRatio === null ? <span className="text-ink-3">no cache</span> : formatPercent(row.hitRatio),
    },
    {
      id: 'gets',
      header: 'GETs',
      align: 'end',
      minWidthPx: 80,
      grow: 0,
      sortDescFirst: true,
      sortValue: (row) => row.storeRequests,
      cell: (row) => <Count value={row.storeRequests} />,
    },
    {
      id: 'runs',
      header: 'Runs',
      align: 'end',
      minWidthPx: 80,
      grow: 0,
      sortDescFirst: true,
      sortValue: (row) => row.runs,
      cell: (row) => <Count value={row.runs} />,
    },
    {
      id: 'time',
      header: 'Time',
      description: 'Sum over all runs.',
      align: 'end',
      minWidthPx: 100,
      grow: 0,
      sortDescFirst: true,
      sortValue: (row) => row.durationMs,
      cell: (row) => formatDuration(row.durationMs),
    },
    {
      id: 'latest',
      header: 'Latest',
      align: 'end',
      minWidthPx: 100,
      grow: 0,
      sortDescFirst: true,
      sortValue: (row) => row.latestAt,
      cell: (row) => <RelativeTime at={row.latestAt} />,
    },
  ]
}
