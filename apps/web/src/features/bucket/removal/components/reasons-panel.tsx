'use client'
import { Bytes, Count, type DataColumn, DataTable, Panel } from '@frostline/ui'
import type { RemovalDetail } from '../removal.ts'

type Reason = RemovalDetail['reasons'][number]

/** Why objects were left alone. */
export function ReasonsPanel({ reasons }: { reasons: readonly Reason[] }) {
  return (
    <Panel
      title="Not removed"
      description="The reasons, the most frequent first. Each object has its own below."
      flush
    >
      <DataTable
        label="Not removed"
        columns={columns}
        rows={reasons}
        getRowId={(row) => row.reason}
        maxHeightPx={280}
      />
    </Panel>
  )
}

const columns: readonly DataColumn<Reason>[] = [
  {
    id: 'reason',
    header: 'Reason',
    minWidthPx: 280,
    hideable: false,
    cell: (row) => (
      <span className="truncate" title={row.reason}>
        {row.reason}
      </span>
    ),
  },
  {
    id: 'objects',
    header: 'Objects',
    align: 'end',
    minWidthPx: 90,
    grow: 0,
    cell: (row) => <Count value={row.objects} />,
  },
  {
    id: 'bytes',
    header: 'Size',
    align: 'end',
    minWidthPx: 90,
    grow: 0,
    cell: (row) => <Bytes value={row.bytes} />,
  },
]
