'use client'
import { type DataColumn, DataTable } from '@frostline/ui'
import type { DiskInBucket } from '../bucket-audit.ts'

export function DisksTable({ disks }: { disks: readonly DiskInBucket[] }) {
  return (
    <DataTable
      label="S3 disks"
      columns={columns}
      rows={disks}
      getRowId={(row) => `${row.node} ${row.disk}`}
      maxHeightPx={300}
    />
  )
}

const columns: readonly DataColumn<DiskInBucket>[] = [
  {
    id: 'disk',
    header: 'Disk',
    minWidthPx: 110,
    hideable: false,
    cell: (row) => <span className="truncate font-mono text-xs">{row.disk}</span>,
  },
  {
    id: 'node',
    header: 'Node',
    minWidthPx: 150,
    cell: (row) => <span className="truncate font-mono text-xs">{row.node}</span>,
  },
  {
    id: 'bucket',
    header: 'Bucket',
    minWidthPx: 220,
    cell: (row) => {
      const text = row.place
        ? `${row.place.bucket} through ${row.place.sourceName}`
        : row.sample === null
          ? 'No objects yet'
          : 'Not in a saved source. Add a source with this bucket'
      return (
        <span className={row.place ? 'truncate' : 'truncate text-ink-3'} title={text}>
          {text}
        </span>
      )
    },
  },
  {
    id: 'prefix',
    header: 'Prefix',
    minWidthPx: 180,
    cell: (row) => (
      <span className="truncate font-mono text-xs" title={row.prefixes.join(', ')}>
        {row.prefixes.join(', ') || '—'}
      </span>
    ),
  },
]
