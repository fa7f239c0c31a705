'use client'
import { Count, type DataColumn, DataTable, formatDuration, Panel } from '@frostline/ui'
import { stateColumn } from '@/features/run/run-columns.tsx'
import type { Look } from '@/features/status/look.ts'
import type { Replay, ReplayPass } from '../replay.ts'

/** The ledger: each pass over all queries. */
export function PassesPanel({ replay }: { replay: Replay }) {
  return (
    <Panel title="Passes" description="Each pass runs all queries once, on one target after the other." flush>
      <DataTable
        label="Passes"
        columns={columns}
        rows={replay.passes}
        getRowId={(row) => String(row.ordinal)}
        maxHeightPx={320}
      />
    </Panel>
  )
}

const looks: Record<ReplayPass['status'], Look> = {
  planned: { tone: 'neutral', word: 'waiting', live: false, meaning: 'Not started yet.' },
  running: { tone: 'accent', word: 'running', live: true, meaning: 'Sending queries.' },
  completed: { tone: 'ok', word: 'through', live: false, meaning: 'All queries finished.' },
  failed: {
    tone: 'danger',
    word: 'cut short',
    live: false,
    meaning: 'Too many failures, or over the time limit.',
  },
  cancelled: { tone: 'warn', word: 'skipped', live: false, meaning: 'Stopped, or never started.' },
}

const columns: readonly DataColumn<ReplayPass>[] = [
  {
    id: 'round',
    header: 'Round',
    align: 'end',
    minWidthPx: 70,
    grow: 0,
    hideable: false,
    cell: (row) => row.round,
  },
  { id: 'target', header: 'Target', minWidthPx: 70, grow: 0, cell: (row) => row.target.toUpperCase() },
  stateColumn((row) => looks[row.status]),
  {
    id: 'ended',
    header: 'Ended',
    align: 'end',
    minWidthPx: 80,
    grow: 0,
    cell: (row) => <Count value={row.ended} />,
  },
  {
    id: 'took',
    header: 'Took',
    align: 'end',
    minWidthPx: 90,
    grow: 0,
    cell: (row) => (row.activeMs === null ? '—' : formatDuration(row.activeMs)),
  },
  {
    id: 'error',
    header: 'Why',
    minWidthPx: 240,
    cell: (row) => (
      <span className="truncate text-xs" title={row.error ?? undefined}>
        {row.error}
      </span>
    ),
  },
]
