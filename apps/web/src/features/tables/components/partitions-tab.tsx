'use client'
import { buttonClasses, Panel, PartitionHeatMap } from '@frostline/ui'
import { Archive, ArrowRightLeft } from 'lucide-react'
import Link from 'next/link'
import type { ClusterTable } from '@/features/tables/table-of-address.ts'
import { late } from '@/navigation/late.tsx'
import { routes } from '@/navigation/routes.ts'
import { namesParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { usePartitionMap } from '../hooks/use-partition-map.ts'

const PartitionList = late(async () => (await import('./partition-list.tsx')).PartitionList)

const selection = namesParam()
const params = { partitions: selection }

/** Time × tier: where each partition is, on all nodes together. */
export function PartitionsTab({ at }: { at: ClusterTable }) {
  const [{ partitions: selected }, setUrl] = useUrlState(params)
  const { query, partitions } = usePartitionMap(at)
  const map = query.data?.data
  const archive = routes.archiveTable(at.cluster, at.database, at.table, selection.write(selected))
  const move = routes.moveTable(at.cluster, at.database, at.table, selection.write(selected))
  return (
    <div className="flex flex-col gap-4 pt-4">
      <Panel
        title={map ? `Partitions (${map.total.toLocaleString('en-US')})` : 'Partitions'}
        description={map ? `Partition key ${map.partitionKey || 'none: all data is one partition'}` : ' '}
        minHeightPx={220}
        actions={
          selected.size > 0 ? (
            <>
              <Link href={archive} className={buttonClasses('secondary', 'sm')}>
                <Archive aria-hidden /> Archive {selected.size} selected
              </Link>
              <Link href={move} className={buttonClasses('primary', 'sm')}>
                <ArrowRightLeft aria-hidden /> Move {selected.size} selected
              </Link>
            </>
          ) : null
        }
        {...panelFromQuery(query, {
          task: `read the partitions of ${at.database}.${at.table}`,
          empty: ({ data }) =>
            data.total > 0
              ? null
              : {
                  title: 'No active parts',
                  children: 'The table has no data on the nodes that responded.',
                },
        })}
      >
        {map ? (
          <PartitionHeatMap
            label={`Partitions of ${at.database}.${at.table}`}
            partitions={partitions}
            selected={selected}
            onSelectedChange={(next) => setUrl({ partitions: next })}
          />
        ) : null}
      </Panel>
      <PartitionList
        at={at}
        totalCount={map?.total}
        selected={selected}
        onSelectedChange={(next) => setUrl({ partitions: next })}
      />
    </div>
  )
}
