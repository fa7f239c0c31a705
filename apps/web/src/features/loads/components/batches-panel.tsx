'use client'
import { Bytes, Count, type DataColumn, DataTable, Panel } from '@frostline/ui'
import { tookColumn } from '@/features/run/run-columns.tsx'
import { LookPill } from '@/features/status/look-pill.tsx'
import { type LoadBatch, type LoadDetail, lookOfBatch } from '../load.ts'

interface BatchesPanelProps {
  load: LoadDetail
  onOpen: (ordinal: number) => void
}

/** Objects that arrive together or not at all. */
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
    {
      id: 'batch',
      header: 'Batch',
      minWidthPx: 90,
      grow: 0,
      hideable: false,
      cell: (row) => (
        <button type="button" className="text-accent-ink hover:underline" onClick={() => onOpen(row.ordinal)}>
          Batch {row.ordinal + 1}
        </button>
      ),
    },
    {
      id: 'state',
      header: 'State',
      minWidthPx: 120,
      grow: 0,
      cell: (row) => <LookPill look={lookOfBatch(row)} />,
    },
    {
      id: 'objects',
      header: 'Objects',
      align: 'end',
      minWidthPx: 80,
      grow: 0,
      cell: (row) => <Count value={row.files} />,
    },
    {
      id: 'bytes',
      header: 'Bytes',
      align: 'end',
      minWidthPx: 90,
      grow: 0,
      cell: (row) => <Bytes value={row.sizeBytes} />,
    },
    {
      id: 'rows',
      header: 'Rows',
      align: 'end',
      minWidthPx: 100,
      grow: 0,
      cell: (row) => (row.rows === null ? '—' : <Count value={row.rows} />),
    },
    {
      id: 'attempt',
      header: 'Attempts',
      align: 'end',
      minWidthPx: 80,
      grow: 0,
      cell: (row) => row.attempt,
    },
    tookColumn((row) => [row.startedAt, row.finishedAt]),
    {
      id: 'note',
      header: 'Note',
      minWidthPx: 240,
      cell: (row) => {
        const note = row.error ?? row.waitReason
        return note === null ? null : (
          <span className="truncate text-xs" title={note}>
            {note}
          </span>
        )
      },
    },
  ]
}
