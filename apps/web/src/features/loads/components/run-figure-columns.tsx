import {
  bytesColumn,
  column,
  countColumn,
  type DataColumn,
  formatByteRate,
  formatCountRate,
  formatRatio,
  numberColumn,
  RelativeTime,
} from '@frostline/ui'
import Link from 'next/link'
import { durationColumn, errorColumn, stateColumn } from '@/features/run/run-columns.tsx'
import { routes } from '@/navigation/routes.ts'
import { type LoadSummary, loadLooks, strategyWords } from '../load.ts'
import { figuresOf } from '../run-figures.ts'

/** Loads side by side: rows, strategy and rate. @param current the one that the others are compared with. */
export function runFigureColumns(
  cluster: string,
  current: LoadSummary | null,
): readonly DataColumn<LoadSummary>[] {
  return [
    column('started', 'Started', { minWidthPx: 150, grow: 1, hideable: false }, (row) =>
      row.id === current?.id ? (
        <span className="truncate font-medium">
          <RelativeTime at={row.createdAt} />, this one
        </span>
      ) : (
        <Link href={routes.load(cluster, row.id)} className="truncate hover:underline" title={row.title}>
          <RelativeTime at={row.createdAt} />
        </Link>
      ),
    ),
    stateColumn((row) => loadLooks[row.status]),
    column('strategy', 'Strategy', { minWidthPx: 96, grow: 0 }, (row) => (
      <span className="truncate text-xs">{strategyWords[row.strategy]}</span>
    )),
    numberColumn('threads', 'Threads', 80, ({ threads }) => (
      <span title="Read and write threads of each statement">
        {threads.read ?? 'server'}/{threads.write ?? 'server'}
      </span>
    )),
    durationColumn((row) => [row.startedAt, row.finishedAt]),
    numberColumn('rowRate', 'Rows/s', 106, (row) =>
      orDash(figuresOf(row).rowsPerSecond, (rate) => formatCountRate(rate, 'row')),
    ),
    ...(current === null ? [] : [against(current)]),
    numberColumn('byteRate', 'Bytes/s', 100, (row) => orDash(figuresOf(row).bytesPerSecond, formatByteRate)),
    numberColumn('objects', 'Objects', 80, (row) => `${row.files.loaded}/${row.totalFiles}`),
    countColumn('rows', 'Rows', 90, (row) => row.loadedRows),
    bytesColumn('bytes', 'Bytes', 84, (row) => row.loadedBytes),
    errorColumn(),
  ]
}

/** Above 1: the other one was faster. */
function against(current: LoadSummary): DataColumn<LoadSummary> {
  const own = figuresOf(current).rowsPerSecond
  return numberColumn('against', 'Rows/s ÷ this one', 130, (row) => {
    const { rowsPerSecond } = figuresOf(row)
    return row.id === current.id || !own || rowsPerSecond === null ? '—' : formatRatio(rowsPerSecond, own)
  })
}

function orDash(value: number | null, format: (value: number) => string): string {
  return value === null ? '—' : format(value)
}
