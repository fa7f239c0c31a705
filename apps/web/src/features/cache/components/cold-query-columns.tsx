'use client'
import {
  Badge,
  bytesColumn,
  column,
  countColumn,
  type DataColumn,
  formatDuration,
  formatPercent,
  numberColumn,
  timeColumn,
} from '@frostline/ui'
import type { ColdQuery } from '../hooks/use-cold-queries.ts'

export function coldQueryColumns(open: (query: ColdQuery) => void): readonly DataColumn<ColdQuery>[] {
  return [
    column('query', 'Query', { minWidthPx: 280, grow: 4, hideable: false }, (row) => (
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
    )),
    bytesColumn(
      'store',
      'From store',
      { minWidthPx: 100, description: 'Bytes from object storage, through a cache or not.', sorted: true },
      (row) => row.storeBytes,
    ),
    bytesColumn('cache', 'From cache', { minWidthPx: 112, sorted: true }, (row) => row.cacheBytes),
    numberColumn(
      'ratio',
      'Hit ratio',
      {
        minWidthPx: 90,
        description: 'Of the bytes requested from a cache.',
        sortValue: (row) => row.hitRatio,
      },
      (row) =>
        row.hitRatio === null ? <span className="text-ink-3">no cache</span> : formatPercent(row.hitRatio),
    ),
    countColumn('gets', 'GETs', { minWidthPx: 80, sorted: true }, (row) => row.storeRequests),
    countColumn('runs', 'Runs', { minWidthPx: 80, sorted: true }, (row) => row.runs),
    numberColumn(
      'time',
      'Time',
      { minWidthPx: 100, description: 'Sum over all runs.', sortValue: (row) => row.durationMs },
      (row) => formatDuration(row.durationMs),
    ),
    timeColumn('latest', 'Latest', { minWidthPx: 100, sorted: true }, (row) => row.latestAt),
  ]
}
