'use client'
import { Bytes, Count, type DataColumn, DataTable, Panel, type PanelProps, TierBadge } from '@frostline/ui'
import type { Costs } from '../costs.ts'
import { Money } from './money.tsx'

type DiskCost = Costs['disks'][number]

/** Data on each disk, all nodes together: disks of one name have the same price. */
export function CostDisksPanel({ costs, panel }: { costs: Costs | undefined; panel: Partial<PanelProps> }) {
  return (
    <Panel
      title="Disks"
      description="All nodes together. The price book can set prices for single disks."
      flush
      {...panel}
    >
      <DataTable
        label="Cost of disks"
        columns={columnsOf(costs?.currency ?? '', costs?.coverage.complete ?? true)}
        rows={costs?.disks ?? []}
        getRowId={({ tier, disk }) => `${tier} ${disk}`}
        empty={<p className="p-4 text-ink-2 text-sm">No parts on any disk.</p>}
      />
    </Panel>
  )
}

function columnsOf(currency: string, complete: boolean): readonly DataColumn<DiskCost>[] {
  const numeric = { align: 'end', grow: 0, sortDescFirst: true } as const
  return [
    {
      ...{ id: 'disk', header: 'Disk', minWidthPx: 160, hideable: false },
      cell: ({ disk }) => <span className="truncate font-mono text-xs">{disk}</span>,
      sortValue: ({ disk }) => disk,
    },
    {
      ...{ id: 'tier', header: 'Tier', minWidthPx: 110, grow: 0 },
      cell: ({ tier }) => <TierBadge tier={tier} />,
      sortValue: ({ tier }) => tier,
    },
    {
      ...{ ...numeric, id: 'bytes', header: 'Bytes', minWidthPx: 110 },
      cell: ({ bytes }) => <Bytes value={bytes} />,
      sortValue: ({ bytes }) => bytes,
    },
    {
      ...{ ...numeric, id: 'objects', header: 'Objects', minWidthPx: 100 },
      description:
        'Objects of active parts, including five small files per part that system.parts does not count. Files on a local disk.',
      cell: ({ objects }) => <Count value={objects} />,
      sortValue: ({ objects }) => objects,
    },
    {
      ...{ ...numeric, id: 'month', header: 'Storage/month', minWidthPx: 140 },
      cell: ({ perMonth }) => <Money amount={perMonth} currency={currency} complete={complete} />,
      sortValue: ({ perMonth }) => perMonth,
    },
  ]
}
