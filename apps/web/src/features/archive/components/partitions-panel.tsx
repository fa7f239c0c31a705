import { type DataColumn, DataTable, formatCountOf, Panel, ShareBar } from '@frostline/ui'
import type { ReactNode } from 'react'
import type { LedgerPanel } from '@/trpc/panel-from-query.ts'

interface PartitionsPanelProps<Step> {
  description: string
  panel: LedgerPanel
  /** Accessible name of the table. */
  label: string
  columns: readonly DataColumn<Step>[]
  steps: readonly Step[]
  /** The state of all of them. */
  children: ReactNode
}

/** The partitions of a run on an archive, one per line: what is done of all, then each. */
export function PartitionsPanel<Step extends { shard: number; partition: string }>(
  props: PartitionsPanelProps<Step>,
) {
  const { description, panel, label, columns, steps, children } = props
  return (
    <Panel title="Partitions" description={description} flush {...panel}>
      <div role="status" className="flex flex-col gap-2 p-4">
        {children}
      </div>
      <DataTable
        label={label}
        columns={columns}
        rows={steps}
        getRowId={({ shard, partition }) => `${shard} ${partition}`}
      />
    </Panel>
  )
}

/** How many of the partitions are in each state. */
export function PartitionShares({ shares }: { shares: readonly { label: string; count: number }[] }) {
  return (
    <ShareBar
      label="Partitions"
      shares={shares.map(({ label, count }) => ({ key: label, label, value: BigInt(count) }))}
      formatValue={(count) => formatCountOf(count, 'partition')}
    />
  )
}
