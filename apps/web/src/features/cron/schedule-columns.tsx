import { column, type DataColumn } from '@frostline/ui'
import { formatZonedTime } from './zoned-time.ts'

export function whenColumn<
  Row extends { cron: string; cronWords: string; timeZone: string },
>(): DataColumn<Row> {
  return column('when', 'When', { minWidthPx: 150, grow: 1 }, (row) => (
    <span className="truncate" title={`${row.cron} in ${row.timeZone}`}>
      {row.cronWords}
    </span>
  ))
}

export function nextRunColumn<Row extends { nextRuns: Date[]; timeZone: string }>(): DataColumn<Row> {
  return column(
    'next',
    'Next run',
    { minWidthPx: 180, grow: 0, sortValue: (row) => row.nextRuns[0] },
    ({ nextRuns: [next], timeZone }) => (next ? formatZonedTime(next, timeZone) : 'none'),
  )
}

export function ownerColumn<Row extends { owner: string }>(): DataColumn<Row> {
  return column('owner', 'Owner', { minWidthPx: 150, sortValue: (row) => row.owner }, (row) => (
    <span className="truncate">{row.owner}</span>
  ))
}
