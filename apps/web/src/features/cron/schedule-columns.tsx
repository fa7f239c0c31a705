import type { DataColumn } from '@frostline/ui'
import { formatZonedTime } from './zoned-time.ts'

export function whenColumn<
  Row extends { cron: string; cronWords: string; timeZone: string },
>(): DataColumn<Row> {
  return {
    id: 'when',
    header: 'When',
    minWidthPx: 150,
    grow: 1,
    cell: (row) => (
      <span className="truncate" title={`${row.cron} in ${row.timeZone}`}>
        {row.cronWords}
      </span>
    ),
  }
}

export function nextRunColumn<Row extends { nextRuns: Date[]; timeZone: string }>(): DataColumn<Row> {
  return {
    id: 'next',
    header: 'Next run',
    minWidthPx: 180,
    grow: 0,
    cell: ({ nextRuns: [next], timeZone }) => (next ? formatZonedTime(next, timeZone) : 'none'),
    sortValue: (row) => row.nextRuns[0],
  }
}

export function ownerColumn<Row extends { owner: string }>(): DataColumn<Row> {
  return {
    id: 'owner',
    header: 'Owner',
    minWidthPx: 150,
    cell: (row) => <span className="truncate">{row.owner}</span>,
    sortValue: (row) => row.owner,
  }
}
