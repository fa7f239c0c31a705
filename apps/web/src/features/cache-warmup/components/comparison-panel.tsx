'use client'
import {
  Bytes,
  CodeBlock,
  Count,
  type DataColumn,
  DataTable,
  formatDuration,
  formatPercent,
  Panel,
} from '@frostline/ui'
import type { WarmupDetail } from '../warmup.ts'

type Run = WarmupDetail['runs'][number]

/** The measured query before and after: by time, and by where its bytes came from. */
export function ComparisonPanel({ warmup }: { warmup: WarmupDetail }) {
  const { runs, spec, hidesSql } = warmup
  return (
    <Panel title="Measured query" description={describe(warmup)} flush>
      {runs.length > 0 ? (
        <DataTable
          label="Runs of the measured query"
          columns={columns}
          rows={runs}
          getRowId={(row) => row.moment}
        />
      ) : null}
      {runs.map(({ moment, error }) =>
        error === null ? null : (
          <p key={moment} className="break-words px-4 pt-3 text-danger-ink text-sm">
            {moment === 'before' ? 'Before' : 'After'}: {error}
          </p>
        ),
      )}
      <div className="p-4">
        {hidesSql ? (
          <p className="text-ink-3 text-sm">Only admins can see its text.</p>
        ) : (
          <CodeBlock code={spec.measured?.query ?? ''} label="Its statement" wrap className="max-h-60" />
        )}
      </div>
    </Panel>
  )
}

function describe({ runs, comparison }: WarmupDetail): string {
  if (runs.length === 0) return 'Runs before the first partition is read and after the last.'
  if (comparison?.speedUp == null) return 'Runs once more when all partitions are read.'
  const { speedUp, coldShare } = comparison
  const faster = `${speedUp.toFixed(speedUp < 10 ? 1 : 0)}× faster after the warm-up.`
  if (coldShare === null)
    return `${faster} It read neither store nor cache, so the warm-up is not the reason.`
  if (coldShare === 0) return `${faster} It was already warm before, so the warm-up is not the reason.`
  return coldShare > 0.99
    ? `${faster} Before, it was cold and read from the store.`
    : `${faster} Before, it was partly warm: ${formatPercent(coldShare)} of its bytes came from the store.`
}

const columns: readonly DataColumn<Run>[] = [
  {
    id: 'moment',
    header: 'Run',
    minWidthPx: 80,
    hideable: false,
    cell: (row) => (row.moment === 'before' ? 'Before' : 'After'),
  },
  {
    id: 'time',
    header: 'Time',
    align: 'end',
    minWidthPx: 90,
    cell: (row) => (row.elapsedMs === null ? '—' : formatDuration(row.elapsedMs)),
  },
  {
    id: 'store',
    header: 'From the store',
    align: 'end',
    minWidthPx: 120,
    cell: (row) => (row.storeBytes === null ? '—' : <Bytes value={row.storeBytes} />),
  },
  {
    id: 'cache',
    header: 'From caches',
    description: 'A first read requests some bytes from the cache twice.',
    align: 'end',
    minWidthPx: 110,
    cell: (row) => (row.cacheBytes === null ? '—' : <Bytes value={row.cacheBytes} />),
  },
  {
    id: 'gets',
    header: 'GETs',
    align: 'end',
    minWidthPx: 80,
    cell: (row) => (row.requests === null ? '—' : <Count value={row.requests} />),
  },
  {
    id: 'rows',
    header: 'Rows read',
    align: 'end',
    minWidthPx: 110,
    cell: (row) => (row.readRows === null ? '—' : <Count value={row.readRows} />),
  },
  {
    id: 'node',
    header: 'Sent to',
    minWidthPx: 140,
    cell: (row) => <span className="truncate font-mono text-xs">{row.nodeName}</span>,
  },
]
