import { column, type DataColumn, formatDuration, numberColumn, timeColumn } from '@frostline/ui'
import type { Look } from '../status/look.ts'
import { LookPill } from '../status/look-pill.tsx'

export function stateColumn<Row>(lookOf: (row: Row) => Look): DataColumn<Row> {
  return column('state', 'State', { minWidthPx: 120, grow: 0 }, (row) => <LookPill look={lookOf(row)} />)
}

/** Duration between the two; a dash until both are known. */
export function durationColumn<Row>(
  spanOf: (row: Row) => readonly [from: Date | null, to: Date | null],
): DataColumn<Row> {
  return numberColumn('took', 'Duration', 104, (row) => {
    const [from, to] = spanOf(row)
    return from && to ? formatDuration(to.getTime() - from.getTime()) : '—'
  })
}

export function requestedByColumn<Row extends { requestedBy: string }>(): DataColumn<Row> {
  return column('by', 'Started by', 150, (row) => <span className="truncate">{row.requestedBy}</span>)
}

export function startedColumn<Row extends { createdAt: Date }>(): DataColumn<Row> {
  return timeColumn('created', 'Started', 110, (row) => row.createdAt)
}

/** The error of the row. */
export function errorColumn<Row extends { error: string | null }>(): DataColumn<Row> {
  return column('note', 'Note', 200, (row) =>
    row.error === null ? null : (
      <span className="truncate text-xs" title={row.error}>
        {row.error}
      </span>
    ),
  )
}
