'use client'
import { type DataColumn, DataTable, Panel } from '@frostline/ui'
import { objectsColumn, reasonColumn, sizeColumn } from '../../components/object-columns.tsx'
import type { RemovalDetail } from '../removal.ts'

type Reason = RemovalDetail['reasons'][number]

/** Why objects were left alone. */
export function ReasonsPanel({ reasons }: { reasons: readonly Reason[] }) {
  return (
    <Panel title="Not removed" description="Reasons, most frequent first. See below for each object." flush>
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

const columns: readonly DataColumn<Reason>[] = [reasonColumn('Reason'), objectsColumn(), sizeColumn()]
