'use client'
import { Bytes, Count, type DataColumn, DataTable, formatElapsed, Panel } from '@frostline/ui'
import { stateColumn } from '@/features/run/run-columns.tsx'
import type { Look } from '@/features/status/look.ts'
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
      return { tone: 'neutral', word: 'waiting', live: false, meaning: 'Not started yet.' }
    case 'running':
      return { tone: 'accent', word: 'running', live: true, meaning: 'Running.' }
    case 'failed':
      return { tone: 'danger', word: 'failed', live: false, meaning: fault ?? 'Failed.' }
    case 'cancelled':
      return {
        tone: 'warn',
        word: 'skipped',
        live: false,
        meaning: fault ?? 'Stopped, or never started.',
      }
    case 'completed':
      return fault === null
        ? { tone: 'ok', word: 'counts', live: false, meaning: 'Verified.' }
        : { tone: 'warn', word: 'wrong tier', live: false, meaning: fault }
  }
}

function columnsOf({ cases }: DiskBenchmark): readonly DataColumn<DiskRun>[] {
  const names = new Map(cases.map((shape) => [shape.key, nameCase(shape)]))
  return [
    { id: 'round', header: 'Round', align: 'end', minWidthPx: 70, grow: 0, cell: (row) => row.round },
    {
      id: 'shape',
      header: 'Shape',
      minWidthPx: 220,
      hideable: false,
      cell: (row) => (
        <span className="truncate" title={row.key}>
          {names.get(row.key) ?? row.key}
        </span>
      ),
    },
    { id: 'step', header: 'Step', minWidthPx: 100, cell: (row) => stepWords[row.step] },
    stateColumn(lookOf),
    {
      id: 'time',
      header: 'Time',
      align: 'end',
      minWidthPx: 90,
      sortValue: (row) => row.elapsedMs,
      cell: (row) => formatElapsed(row.elapsedMs),
    },
    {
      id: 'store',
      header: 'Store',
      description: 'Bytes written or read.',
      align: 'end',
      minWidthPx: 100,
      cell: (row) => <Bytes value={row.storeBytes} />,
    },
    {
      id: 'cache',
      header: 'From the cache',
      align: 'end',
      minWidthPx: 120,
      cell: (row) => (row.step === 'insert' ? '—' : <Bytes value={row.cacheBytes} />),
    },
    {
      id: 'requests',
      header: 'Requests',
      align: 'end',
      minWidthPx: 90,
      grow: 0,
      cell: (row) => <Count value={row.requests} />,
    },
    {
      id: 'fault',
      header: 'Why not',
      minWidthPx: 220,
      cell: (row) => (
        <span className="truncate text-xs" title={row.fault ?? undefined}>
          {row.fault}
        </span>
      ),
    },
  ]
}
