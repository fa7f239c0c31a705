'use client'
import { Bytes, Count, type DataColumn, DataTable, Panel, Tooltip } from '@frostline/ui'
import { useState } from 'react'
import { type AuditDetail, holdingWords, nameOfTable, type TableInBucket } from '../bucket-audit.ts'
import { PlacesDrawer } from './places-drawer.tsx'

/** The account by table: what lies in the bucket against what system.parts says. */
export function TablesPanel({ audit }: { audit: AuditDetail }) {
  const [open, setOpen] = useState<TableInBucket | null>(null)
  return (
    <Panel
      title="Tables"
      description="Objects by table and purpose, compared with system.parts. Open a table to see its parts."
      flush
      minHeightPx={120}
    >
      <DataTable
        label="Tables"
        columns={columnsOf(setOpen)}
        rows={audit.tables}
        getRowId={(row) => `${row.database} ${row.table} ${row.tableUuid} ${row.holding}`}
        maxHeightPx={480}
      />
      <PlacesDrawer audit={audit} of={open} onClose={() => setOpen(null)} />
    </Panel>
  )
}

function columnsOf(onOpen: (row: TableInBucket) => void): readonly DataColumn<TableInBucket>[] {
  return [
    {
      id: 'table',
      header: 'Table',
      minWidthPx: 180,
      hideable: false,
      cell: (row) => (
        <button
          type="button"
          className="truncate font-mono text-accent-ink text-xs hover:underline"
          onClick={() => onOpen(row)}
          aria-label={`${nameOfTable(row)}, ${holdingWords[row.holding].word}`}
        >
          {nameOfTable(row)}
        </button>
      ),
    },
    {
      id: 'holding',
      header: 'What',
      minWidthPx: 130,
      cell: (row) => (
        <Tooltip content={holdingWords[row.holding].meaning}>
          <span className="truncate">{holdingWords[row.holding].word}</span>
        </Tooltip>
      ),
    },
    {
      id: 'places',
      header: 'Parts',
      align: 'end',
      minWidthPx: 80,
      grow: 0,
      cell: (row) => <Count value={row.places} />,
    },
    {
      id: 'objects',
      header: 'Objects',
      align: 'end',
      minWidthPx: 94,
      grow: 0,
      cell: (row) => <Count value={row.objects} />,
    },
    {
      id: 'bytes',
      header: 'In the bucket',
      align: 'end',
      minWidthPx: 116,
      grow: 0,
      cell: (row) => <Bytes value={row.objectBytes} />,
    },
    {
      id: 'shared',
      header: 'Shared files',
      description: 'Files that share an object with other files, such as a frozen part.',
      align: 'end',
      minWidthPx: 112,
      grow: 0,
      cell: (row) => <Count value={row.sharedFiles} />,
    },
    {
      id: 'missing',
      header: 'Not listed',
      description: 'Files whose object was not in the listing: written later, or missing.',
      align: 'end',
      minWidthPx: 100,
      grow: 0,
      cell: (row) => <Count value={row.missingFiles} />,
    },
    {
      id: 'parts-say',
      header: 'system.parts says',
      description: 'bytes_on_disk compared with the files that it counts. It excludes a few small files.',
      align: 'end',
      minWidthPx: 180,
      cell: (row) => <PartsSay row={row} />,
    },
  ]
}

function PartsSay({ row }: { row: TableInBucket }) {
  if (row.holding !== 'active' && row.holding !== 'inactive') return '—'
  const difference = row.countedBytes - row.partBytes
  if (difference === 0n)
    return (
      <span>
        <Bytes value={row.partBytes} />, equal
      </span>
    )
  return (
    <span className="text-warn-ink">
      <Bytes value={row.partBytes} />, {difference > 0n ? 'more' : 'less'} here by{' '}
      <Bytes value={difference > 0n ? difference : -difference} />
    </span>
  )
}
