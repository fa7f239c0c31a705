'use client'
import {
  bytesColumn,
  CodeBlock,
  column,
  countColumn,
  type DataColumn,
  DataTable,
  formatDuration,
  formatPercent,
  monoColumn,
  numberColumn,
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
  column('moment', 'Run', { minWidthPx: 80, hideable: false }, (row) =>
    row.moment === 'before' ? 'Before' : 'After',
  ),
  numberColumn('time', 'Time', { minWidthPx: 90, grow: 1 }, (row) =>
    row.elapsedMs === null ? '—' : formatDuration(row.elapsedMs),
  ),
  bytesColumn('store', 'From the store', { minWidthPx: 120, grow: 1, none: '—' }, (row) => row.storeBytes),
  bytesColumn(
    'cache',
    'From caches',
    {
      minWidthPx: 110,
      grow: 1,
      description: 'A first read requests some bytes from the cache twice.',
      none: '—',
    },
    (row) => row.cacheBytes,
  ),
  countColumn('gets', 'GETs', { minWidthPx: 80, grow: 1, none: '—' }, (row) => row.requests),
  countColumn('rows', 'Rows read', { minWidthPx: 110, grow: 1, none: '—' }, (row) => row.readRows),
  monoColumn('node', 'Sent to', 140, (row) => row.nodeName),
]
