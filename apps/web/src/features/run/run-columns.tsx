import { type DataColumn, formatDuration, RelativeTime } from '@frostline/ui'
import type { Look } from '../status/look.ts'
import { LookPill } from '../status/look-pill.tsx'

export function stateColumn<Row>(lookOf: (row: Row) => Look): DataColumn<Row> {
  return {
    id: 'state',
    header: 'State',
    minWidthPx: 120,
    grow: 0,
    cell: (row) => <LookPill look={lookOf(row)} />,
  }
}

/** From the first of the two to the second; a dash until both are known. */
export function tookColumn<Row>(
  spanOf: (row: Row) => readonly [from: Date | null, to: Date | null],
): DataColumn<Row> {
  return {
    id: 'took',
    header: 'Took',
    align: 'end',
    minWidthPx: 84,
    grow: 0,
    cell: (row) => {
      const [from, to] = spanOf(row)
      return from && to ? formatDuration(to.getTime() - from.getTime()) : '—'
    },
  }
}

export function requestedByColumn<Row extends { requestedBy: string }>(): DataColumn<Row> {
  return {
    id: 'by',
    header: 'Started by',
    minWidthPx: 150,
    cell: (row) => <span className="truncate">{row.requestedBy}</span>,
  }
}

export function startedColumn<Row extends { createdAt: Date }>(): DataColumn<Row> {
  return {
    id: 'created',
    header: 'Started',
    align: 'end',
    minWidthPx: 110,
    grow: 0,
    cell: (row) => <RelativeTime at={row.createdAt} />,
  }
}

/** What went wrong with the row. */
export function errorColumn<Row extends { error: string | null }>(): DataColumn<Row> {
  return {
    id: 'note',
    header: 'Note',
    minWidthPx: 200,
    cell: (row) =>
      row.error === null ? null : (
        <span className="truncate text-xs" title={row.error}>
          {row.error}
        </span>
      ),
  }
}
