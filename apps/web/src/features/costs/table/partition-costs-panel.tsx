'use client'
import { ColumnsMenu, DataTable, formatCountOf, Panel, type PanelProps } from '@frostline/ui'
import { useState } from 'react'
import type { ClusterTable } from '@/features/tables/table-of-address.ts'
import type { TableCostDetail } from '../costs.ts'
import { partitionColumns } from './partition-columns.tsx'

interface Props {
  at: ClusterTable
  cost: TableCostDetail | undefined
  panel: Partial<PanelProps>
}

/** Each partition with its price and, for its hot data, the age at which the cold tier has paid for the move. */
export function PartitionCostsPanel({ at, cost, panel }: Props) {
  const rows = cost?.partitions ?? []
  const columns = partitionColumns(at, cost?.currency ?? '')
  const [hidden, setHidden] = useState<string[]>()
  return (
    <Panel
      title="Partitions"
      flush
      minHeightPx={280}
      actions={<ColumnsMenu columns={columns} hidden={hidden} onHiddenChange={setHidden} />}
      footer={cost && describeBounds(cost)}
      {...panel}
    >
      <DataTable
        label="Cost of partitions"
        columns={columns}
        hiddenColumns={hidden}
        rows={rows}
        getRowId={({ partitionId }) => partitionId}
        maxHeightPx={560}
      />
    </Panel>
  )
}

function describeBounds({ truncated, partitions, localBasis, shared }: TableCostDetail): string {
  return [
    truncated ? 'A node has more than 10,000 partitions. The largest are listed.' : '',
    `${formatCountOf(partitions.length, 'partition')}.`,
    localBasis === 'provisioned'
      ? 'Local disks are billed as a whole. A move saves money only when the disk is made smaller.'
      : '',
    shared ? 'Replicas share one copy on object storage. It counts once.' : '',
  ]
    .filter(Boolean)
    .join(' ')
}
