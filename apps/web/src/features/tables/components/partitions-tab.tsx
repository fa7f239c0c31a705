'use client'
import {
  Bytes,
  buttonClasses,
  Count,
  type DataColumn,
  DataTable,
  formatExactTime,
  Panel,
  PartitionHeatMap,
  RelativeTime,
  TierBar,
} from '@frostline/ui'
import { useQuery } from '@tanstack/react-query'
import { ArrowRightLeft } from 'lucide-react'
import Link from 'next/link'
import { routes } from '@/navigation/routes.ts'
import { namesParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { useTRPC } from '@/trpc/context.ts'
import { useChanges } from '@/trpc/live-changes.tsx'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import { toHeatMap } from '../to-heat-map.ts'
import type { TableAt } from './table-page.tsx'

type PartitionRow = RouterOutputs['tables']['partitions']['data']['partitions'][number]

const selection = namesParam()
const params = { partitions: selection }

/** Time × tier: where each partition lies, on all nodes together. */
export function PartitionsTab({ at }: { at: TableAt }) {
  const trpc = useTRPC()
  const [{ partitions: selected }, setUrl] = useUrlState(params)
  const query = useQuery(trpc.tables.partitions.queryOptions({ ...at, sort: 'oldest', limit: 10_000 }))
  useChanges('tier-migration', () => void query.refetch())
  const page = query.data?.data
  const move = routes.moveTable(at.cluster, at.database, at.table, selection.write(selected))
  return (
    <div className="flex flex-col gap-4 pt-4">
      <Panel
        title={page ? `Partitions (${page.total.toLocaleString('en-US')})` : 'Partitions'}
        description={
          page ? `Partition key ${page.partitionKey || 'none: all data is one partition'}` : undefined
        }
        minHeightPx={220}
        actions={
          selected.size > 0 ? (
            <Link href={move} className={buttonClasses('primary', 'sm')}>
              <ArrowRightLeft aria-hidden /> Move {selected.size} selected
            </Link>
          ) : null
        }
        {...panelFromQuery(query, {
          task: `read the partitions of ${at.database}.${at.table}`,
          empty: ({ data }) =>
            data.total > 0
              ? null
              : {
                  title: 'No active parts',
                  children: 'This table holds no data on the nodes that answered.',
                },
        })}
      >
        {query.data && page ? (
          <div className="flex flex-col gap-3">
            <PartitionHeatMap
              label={`Partitions of ${at.database}.${at.table}`}
              partitions={toHeatMap(query.data)}
              selected={selected}
              onSelectedChange={(next) => setUrl({ partitions: next })}
            />
          </div>
        ) : null}
      </Panel>
      {page && page.partitions.length > 0 ? (
        <Panel title="As a list" flush>
          <DataTable
            label="Partitions"
            columns={columns}
            rows={page.partitions}
            getRowId={(row) => row.partitionId}
            rowLabel={(row) => `Select partition ${row.partition}`}
            selected={selected}
            onSelectedChange={(next) => setUrl({ partitions: next })}
            maxHeightPx={420}
          />
        </Panel>
      ) : null}
    </div>
  )
}

const columns: readonly DataColumn<PartitionRow>[] = [
  {
    id: 'partition',
    header: 'Partition',
    minWidthPx: 120,
    hideable: false,
    cell: (row) => <span className="truncate font-mono text-xs">{row.partition}</span>,
    sortValue: (row) => row.partition,
  },
  {
    id: 'tiers',
    header: 'Hot and cold',
    minWidthPx: 120,
    cell: (row) => (
      <TierBar
        className="w-full"
        size="sm"
        label={`Tiers of ${row.partition}`}
        amounts={[
          { tier: 'hot', sizeBytes: row.hotBytes },
          { tier: 'cold', sizeBytes: row.coldBytes },
        ]}
      />
    ),
  },
  {
    id: 'bytes',
    header: 'Bytes',
    align: 'end',
    minWidthPx: 90,
    grow: 0,
    cell: (row) => <Bytes value={row.bytes} />,
    sortValue: (row) => row.bytes,
    sortDescFirst: true,
  },
  {
    id: 'parts',
    header: 'Parts',
    align: 'end',
    minWidthPx: 70,
    grow: 0,
    cell: (row) => <Count value={row.parts} />,
    sortValue: (row) => row.parts,
    sortDescFirst: true,
  },
  {
    id: 'rows',
    header: 'Rows',
    align: 'end',
    minWidthPx: 90,
    grow: 0,
    cell: (row) => <Count value={row.rows} />,
    sortValue: (row) => row.rows,
    sortDescFirst: true,
  },
  {
    id: 'newest',
    header: 'Newest row',
    align: 'end',
    minWidthPx: 150,
    grow: 0,
    cell: (row) => (row.maxTime ? <span className="text-xs">{formatExactTime(row.maxTime)}</span> : '—'),
    sortValue: (row) => row.maxTime,
    sortDescFirst: true,
  },
  {
    id: 'modified',
    header: 'Written',
    align: 'end',
    minWidthPx: 110,
    grow: 0,
    cell: (row) => <RelativeTime at={row.lastModified} />,
    sortValue: (row) => row.lastModified,
    sortDescFirst: true,
  },
  {
    id: 'due',
    header: 'TTL move due',
    align: 'end',
    minWidthPx: 120,
    grow: 0,
    cell: (row) => (row.moveTtlMax ? <RelativeTime at={row.moveTtlMax} /> : '—'),
    sortValue: (row) => row.moveTtlMax,
  },
  {
    id: 'nodes',
    header: 'Nodes',
    align: 'end',
    minWidthPx: 70,
    grow: 0,
    cell: (row) => row.nodes.length,
    sortValue: (row) => row.nodes.length,
  },
]
