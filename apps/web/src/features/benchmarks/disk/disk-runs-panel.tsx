'use client'
import {
  Bytes,
  bytesColumn,
  column,
  countColumn,
  type DataColumn,
  DataTable,
  formatElapsed,
  numberColumn,
  Panel,
} from '@frostline/ui'
import { stateColumn } from '@/features/run/run-columns.tsx'
import { type Look, look } from '@/features/status/look.ts'
import { type DiskBenchmark, type DiskRun, nameCase, stepWords } from './disk.ts'

/** The ledger: every statement, and whether it counts. */
export function DiskRunsPanel({ bench }: { bench: DiskBenchmark }) {
  return (
    <Panel title="Runs" description="In order. Server times." flush minHeightPx={160}>
      <DataTable
        label="Runs"
        columns={columnsOf(bench)}
        rows={bench.runs}
        getRowId={(row) => String(row.ordinal)}
        maxHeightPx={420}
      />
    </Panel>
  )
}

function lookOf({ status, fault }: DiskRun): Look {
  switch (status) {
    case 'planned':
      return look('neutral', 'waiting', 'Not started yet.')
    case 'running':
      return look('accent', 'running', 'Running.', true)
    case 'failed':
      return look('danger', 'failed', fault ?? 'Failed.')
    case 'cancelled':
      return look('warn', 'skipped', fault ?? 'Stopped, or never started.')
    case 'completed':
      return fault === null ? look('ok', 'counts', 'Verified.') : look('warn', 'wrong tier', fault)
  }
}

function columnsOf({ cases }: DiskBenchmark): readonly DataColumn<DiskRun>[] {
  const names = new Map(cases.map((shape) => [shape.key, nameCase(shape)]))
  return [
    numberColumn('round', 'Round', 70, (row) => row.round),
    column('shape', 'Shape', { minWidthPx: 220, hideable: false }, (row) => (
      <span className="truncate" title={row.key}>
        {names.get(row.key) ?? row.key}
      </span>
    )),
    column('step', 'Step', 100, (row) => stepWords[row.step]),
    stateColumn(lookOf),
    numberColumn('time', 'Time', { minWidthPx: 90, grow: 1, sortValue: (row) => row.elapsedMs }, (row) =>
      formatElapsed(row.elapsedMs),
    ),
    bytesColumn(
      'store',
      'Store',
      { minWidthPx: 100, grow: 1, description: 'Bytes written or read.' },
      (row) => row.storeBytes,
    ),
    numberColumn('cache', 'From the cache', { minWidthPx: 120, grow: 1 }, (row) =>
      row.step === 'insert' ? '—' : <Bytes value={row.cacheBytes} />,
    ),
    countColumn('requests', 'Requests', 90, (row) => row.requests),
    column('fault', 'Reason', 220, (row) => (
      <span className="truncate text-xs" title={row.fault ?? undefined}>
        {row.fault}
      </span>
    )),
  ]
}
