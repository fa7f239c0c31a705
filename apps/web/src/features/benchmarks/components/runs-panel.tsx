'use client'
import { Bytes, Count, type DataColumn, DataTable, formatElapsed, Panel } from '@frostline/ui'
import { stateColumn } from '@/features/run/run-columns.tsx'
import type { Look } from '@/features/status/look.ts'
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

const waiting: Look = { tone: 'neutral', word: 'waiting', live: false, meaning: 'Not started yet.' }

function lookOf({ status, verdict }: TierRun): Look {
  switch (status) {
    case 'planned':
      return waiting
    case 'running':
      return { tone: 'accent', word: 'running', live: true, meaning: 'Running.' }
    case 'failed':
      return { tone: 'danger', word: 'failed', live: false, meaning: 'The query failed.' }
    case 'cancelled':
      return { tone: 'warn', word: 'skipped', live: false, meaning: 'Stopped, or never started.' }
    case 'completed':
      if (verdict?.kind === 'other')
        return { tone: 'warn', word: 'wrong tier', live: false, meaning: verdict.reason }
      if (verdict?.kind === 'unknown')
        return { tone: 'neutral', word: 'not proved', live: false, meaning: verdict.reason }
      return { tone: 'ok', word: 'counts', live: false, meaning: 'Verified by its counters.' }
  }
}

const columns: readonly DataColumn<TierRun>[] = [
  {
    id: 'round',
    header: 'Round',
    align: 'end',
    minWidthPx: 70,
    grow: 0,
    cell: (row) => row.round,
  },
  {
    id: 'tier',
    header: 'Tier',
    minWidthPx: 140,
    hideable: false,
    cell: (row) => tierWords[row.tier].label,
  },
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
    header: 'From the store',
    align: 'end',
    minWidthPx: 120,
    cell: (row) => <Bytes value={row.figures?.storeBytes ?? null} />,
  },
  {
    id: 'missed',
    header: 'Not in the cache',
    align: 'end',
    minWidthPx: 130,
    cell: (row) => <Bytes value={row.figures?.missedBytes ?? null} />,
  },
  {
    id: 'cache',
    header: 'From the cache',
    description: 'A first read requests some bytes from the cache twice.',
    align: 'end',
    minWidthPx: 120,
    cell: (row) => <Bytes value={row.figures?.cacheBytes ?? null} />,
  },
  {
    id: 'gets',
    header: 'GETs',
    align: 'end',
    minWidthPx: 70,
    grow: 0,
    cell: (row) => <Count value={row.figures?.storeRequests ?? null} />,
  },
  {
    id: 'rows',
    header: 'Rows read',
    align: 'end',
    minWidthPx: 100,
    cell: (row) => <Count value={row.figures?.readRows ?? null} />,
  },
  {
    id: 'memory',
    header: 'Memory',
    align: 'end',
    minWidthPx: 90,
    cell: (row) => <Bytes value={row.figures?.memoryBytes ?? null} />,
  },
  {
    id: 'cpu',
    header: 'CPU',
    align: 'end',
    minWidthPx: 80,
    cell: (row) => formatElapsed(row.figures?.cpuMs ?? null),
  },
]
