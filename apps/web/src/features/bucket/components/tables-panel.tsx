'use client'
import {
  Bytes,
  bytesColumn,
  column,
  countColumn,
  type DataColumn,
  DataTable,
  numberColumn,
  Panel,
  Tooltip,
} from '@frostline/ui'
import { useState } from 'react'
import { type AuditDetail, holdingWords, nameOfTable, type TableInBucket } from '../bucket-audit.ts'
import { PlacesDrawer } from './places-drawer.tsx'

/** The breakdown by table: the bucket compared with system.parts. */
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
    column('table', 'Table', { minWidthPx: 180, hideable: false }, (row) => (
      <button
        type="button"
        className="truncate font-mono text-accent-ink text-xs hover:underline"
        onClick={() => onOpen(row)}
        aria-label={`${nameOfTable(row)}, ${holdingWords[row.holding].word}`}
      >
        {nameOfTable(row)}
      </button>
    )),
    column('holding', 'What', 130, (row) => (
      <Tooltip content={holdingWords[row.holding].meaning}>
        <span className="truncate">{holdingWords[row.holding].word}</span>
      </Tooltip>
    )),
    countColumn('places', 'Parts', 80, (row) => row.places),
    countColumn('objects', 'Objects', 94, (row) => row.objects),
    bytesColumn('bytes', 'In the bucket', 116, (row) => row.objectBytes),
    countColumn(
      'shared',
      'Shared files',
      { minWidthPx: 112, description: 'Files that share an object with other files, such as a frozen part.' },
      (row) => row.sharedFiles,
    ),
    countColumn(
      'missing',
      'Not listed',
      {
        minWidthPx: 100,
        description: 'Files whose object was not in the listing: written later, or missing.',
      },
      (row) => row.missingFiles,
    ),
    numberColumn(
      'parts-say',
      'system.parts says',
      {
        minWidthPx: 180,
        grow: 1,
        description: 'bytes_on_disk compared with the files that it counts. It excludes a few small files.',
      },
      (row) => <PartsSay row={row} />,
    ),
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
      <Bytes value={row.partBytes} />, {difference > 0n ? 'more' : 'less'} in the files by{' '}
      <Bytes value={difference > 0n ? difference : -difference} />
    </span>
  )
}
