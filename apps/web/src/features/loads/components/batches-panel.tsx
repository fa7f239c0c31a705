'use client'
import {
  bytesColumn,
  column,
  countColumn,
  type DataColumn,
  DataTable,
  numberColumn,
  Panel,
} from '@frostline/ui'
import { durationColumn } from '@/features/run/run-columns.tsx'
import { LookPill } from '@/features/status/look-pill.tsx'
import { type LoadBatch, type LoadDetail, lookOfBatch } from '../load.ts'

interface BatchesPanelProps {
  load: LoadDetail
  onOpen: (ordinal: number) => void
}

/** Objects that are published together or not at all. */
export function BatchesPanel({ load, onOpen }: BatchesPanelProps) {
  return (
    <Panel
      title="Batches"
      description="The objects of a batch are loaded together or not at all. Open a batch to see its statements."
      flush
    >
      <DataTable
        label="Batches"
        columns={columnsOf(onOpen)}
        rows={load.batches}
        getRowId={(row) => String(row.ordinal)}
        maxHeightPx={360}
      />
    </Panel>
  )
}

function columnsOf(onOpen: (ordinal: number) => void): readonly DataColumn<LoadBatch>[] {
  return [
    column('batch', 'Batch', { minWidthPx: 90, grow: 0, hideable: false }, (row) => (
      <button type="button" className="text-accent-ink hover:underline" onClick={() => onOpen(row.ordinal)}>
        Batch {row.ordinal + 1}
      </button>
    )),
    column('state', 'State', { minWidthPx: 120, grow: 0 }, (row) => <LookPill look={lookOfBatch(row)} />),
    countColumn('objects', 'Objects', 80, (row) => row.files),
    bytesColumn('bytes', 'Bytes', 90, (row) => row.sizeBytes),
    countColumn('rows', 'Rows', { minWidthPx: 100, none: '—' }, (row) => row.rows),
    numberColumn('attempt', 'Attempts', 80, (row) => row.attempt),
    durationColumn((row) => [row.startedAt, row.finishedAt]),
    column('note', 'Note', 240, (row) => {
      const note = row.error ?? row.waitReason
      return note === null ? null : (
        <span className="truncate text-xs" title={note}>
          {note}
        </span>
      )
    }),
  ]
}
