'use client'
import {
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
import { type TierBenchmark, type TierRun, tierWords } from '../benchmark.ts'

/** The ledger: every run with its counters, and whether it counts. */
export function RunsPanel({ bench }: { bench: TierBenchmark }) {
  const told = bench.runs.flatMap((run) => {
    const reason = reasonOf(run)
    return reason === null ? [] : [{ run, reason }]
  })
  return (
    <Panel
      title="Runs"
      description="In order. Server times. Counters are totals of all nodes that took part in the query."
      flush
      minHeightPx={160}
    >
      <DataTable
        label="Runs"
        columns={columns}
        rows={bench.runs}
        getRowId={(row) => String(row.ordinal)}
        maxHeightPx={420}
      />
      {told.slice(0, 5).map(({ run, reason }) => (
        <p key={run.ordinal} className="break-words px-4 py-2 text-ink-2 text-sm">
          {tierWords[run.tier].label}, round {run.round}: {reason}
        </p>
      ))}
      {told.length > 5 ? (
        <p className="px-4 pb-2 text-ink-3 text-xs">
          And {told.length - 5} more. The export lists each reason.
        </p>
      ) : null}
    </Panel>
  )
}

function reasonOf({ verdict, error }: TierRun): string | null {
  return error ?? (verdict && verdict.kind !== 'as-said' ? verdict.reason : null)
}

const waiting: Look = look('neutral', 'waiting', 'Not started yet.')

function lookOf({ status, verdict }: TierRun): Look {
  switch (status) {
    case 'planned':
      return waiting
    case 'running':
      return look('accent', 'running', 'Running.', true)
    case 'failed':
      return look('danger', 'failed', 'The query failed.')
    case 'cancelled':
      return look('warn', 'skipped', 'Stopped, or never started.')
    case 'completed':
      if (verdict?.kind === 'other') return look('warn', 'wrong tier', verdict.reason)
      if (verdict?.kind === 'unknown') return look('neutral', 'not verified', verdict.reason)
      return look('ok', 'counts', 'Verified by its counters.')
  }
}

const columns: readonly DataColumn<TierRun>[] = [
  numberColumn('round', 'Round', 70, (row) => row.round),
  column('tier', 'Tier', { minWidthPx: 140, hideable: false }, (row) => tierWords[row.tier].label),
  stateColumn(lookOf),
  numberColumn('time', 'Time', { minWidthPx: 90, grow: 1, sortValue: (row) => row.elapsedMs }, (row) =>
    formatElapsed(row.elapsedMs),
  ),
  bytesColumn(
    'store',
    'From the store',
    { minWidthPx: 120, grow: 1 },
    (row) => row.figures?.storeBytes ?? null,
  ),
  bytesColumn(
    'missed',
    'Not in the cache',
    { minWidthPx: 130, grow: 1 },
    (row) => row.figures?.missedBytes ?? null,
  ),
  bytesColumn(
    'cache',
    'From the cache',
    { minWidthPx: 120, grow: 1, description: 'A first read requests some bytes from the cache twice.' },
    (row) => row.figures?.cacheBytes ?? null,
  ),
  countColumn('gets', 'GETs', 70, (row) => row.figures?.storeRequests ?? null),
  countColumn('rows', 'Rows read', { minWidthPx: 100, grow: 1 }, (row) => row.figures?.readRows ?? null),
  bytesColumn('memory', 'Memory', { minWidthPx: 90, grow: 1 }, (row) => row.figures?.memoryBytes ?? null),
  numberColumn('cpu', 'CPU', { minWidthPx: 80, grow: 1 }, (row) => formatElapsed(row.figures?.cpuMs ?? null)),
]
