'use client'
import {
  column,
  countColumn,
  type DataColumn,
  DataTable,
  formatDuration,
  numberColumn,
  Panel,
} from '@frostline/ui'
import { stateColumn } from '@/features/run/run-columns.tsx'
import { type Look, look } from '@/features/status/look.ts'
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
  planned: look('neutral', 'waiting', 'Not started yet.'),
  running: look('accent', 'running', 'Sending queries.', true),
  completed: look('ok', 'through', 'All queries finished.'),
  failed: look('danger', 'stopped early', 'Too many failures, or over the time limit.'),
  cancelled: look('warn', 'skipped', 'Stopped, or never started.'),
}

const columns: readonly DataColumn<ReplayPass>[] = [
  numberColumn('round', 'Round', { minWidthPx: 70, hideable: false }, (row) => row.round),
  column('target', 'Target', { minWidthPx: 70, grow: 0 }, (row) => row.target.toUpperCase()),
  stateColumn((row) => looks[row.status]),
  countColumn('ended', 'Ended', 80, (row) => row.ended),
  numberColumn('took', 'Duration', 104, (row) =>
    row.activeMs === null ? '—' : formatDuration(row.activeMs),
  ),
  column('error', 'Why', 240, (row) => (
    <span className="truncate text-xs" title={row.error ?? undefined}>
      {row.error}
    </span>
  )),
]
