'use client'
import { column, type DataColumn, DataTable, monoColumn } from '@frostline/ui'
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
  monoColumn('disk', 'Disk', { minWidthPx: 110, hideable: false }, (row) => row.disk),
  monoColumn('node', 'Node', 150, (row) => row.node),
  column('bucket', 'Bucket', 220, (row) => {
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
  }),
  column('prefix', 'Prefix', 180, (row) => (
    <span className="truncate font-mono text-xs" title={row.prefixes.join(', ')}>
      {row.prefixes.join(', ') || '—'}
    </span>
  )),
]
