import {
  Bytes,
  Count,
  type DataColumn,
  formatByteRate,
  formatCountRate,
  formatRatio,
  RelativeTime,
} from '@frostline/ui'
import Link from 'next/link'
import { errorColumn, stateColumn, tookColumn } from '@/features/run/run-columns.tsx'
import { routes } from '@/navigation/routes.ts'
import { type LoadSummary, loadLooks, strategyWords } from '../load.ts'
import { figuresOf } from '../run-figures.ts'

/** Loads side by side: what each brought, which way, and how fast. @param current the one that the others are held against. */
export function runFigureColumns(
  cluster: string,
  current: LoadSummary | null,
): readonly DataColumn<LoadSummary>[] {
  return [
    {
      id: 'started',
      header: 'Begun',
      minWidthPx: 150,
      grow: 1,
      hideable: false,
      cell: (row) =>
        row.id === current?.id ? (
          <span className="truncate font-medium">
            <RelativeTime at={row.createdAt} />, this one
          </span>
        ) : (
          <Link href={routes.load(cluster, row.id)} className="truncate hover:underline" title={row.title}>
            <RelativeTime at={row.createdAt} />
          </Link>
        ),
    },
    stateColumn((row) => loadLooks[row.status]),
    {
      id: 'strategy',
      header: 'Strategy',
      minWidthPx: 96,
      grow: 0,
      cell: (row) => <span className="truncate text-xs">{strategyWords[row.strategy]}</span>,
    },
    figure('threads', 'Threads', 80, ({ threads }) => (
      <span title="Read and write threads of each statement">
        {threads.read ?? 'server'}/{threads.write ?? 'server'}
      </span>
    )),
    tookColumn((row) => [row.startedAt, row.finishedAt]),
    figure('rowRate', 'Rows/s', 106, (row) =>
      orDash(figuresOf(row).rowsPerSecond, (rate) => formatCountRate(rate, 'row')),
    ),
    ...(current === null ? [] : [against(current)]),
    figure('byteRate', 'Bytes/s', 100, (row) => orDash(figuresOf(row).bytesPerSecond, formatByteRate)),
    figure('objects', 'Objects', 80, (row) => `${row.files.loaded}/${row.totalFiles}`),
    figure('rows', 'Rows', 90, (row) => <Count value={row.loadedRows} />),
    figure('bytes', 'Bytes', 84, (row) => <Bytes value={row.loadedBytes} />),
    errorColumn(),
  ]
}

/** Above 1: the other one was faster. */
function against(current: LoadSummary): DataColumn<LoadSummary> {
  const own = figuresOf(current).rowsPerSecond
  return figure('against', 'Rows/s ÷ this one', 130, (row) => {
    const { rowsPerSecond } = figuresOf(row)
    return row.id === current.id || !own || rowsPerSecond === null ? '—' : formatRatio(rowsPerSecond, own)
  })
}

function orDash(value: number | null, format: (value: number) => string): string {
  return value === null ? '—' : format(value)
}

function figure(
  id: string,
  header: string,
  minWidthPx: number,
  cell: DataColumn<LoadSummary>['cell'],
): DataColumn<LoadSummary> {
  return { id, header, align: 'end', minWidthPx, grow: 0, cell }
}
