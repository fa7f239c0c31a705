'use client'
import { Panel } from '@frostline/ui'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { useTableReplication } from '../hooks/use-replication.ts'
import { DifferencesPanel } from './differences-panel.tsx'
import { RepairsPanel } from './repairs-panel.tsx'
import { ReplicaSetCard } from './replica-set-card.tsx'

/** The replicas of one table, shard by shard. */
export function ReplicationTab({ at }: { at: { cluster: string; database: string; table: string } }) {
  const query = useTableReplication(at)
  const sets = query.data?.data.sets ?? []
  const away = query.data?.data.coverage.missingNodes ?? []
  return (
    <div className="grid gap-4 pt-4">
      <Panel
        title="Replicas"
        description="Replicas by shard. Equal hashes mean equal parts."
        flush
        minHeightPx={160}
        {...panelFromQuery(query, {
          task: `read the replicas of ${at.database}.${at.table}`,
          empty: () =>
            sets.length > 0
              ? null
              : {
                  title: away.length > 0 ? `Unknown: ${away.join(', ')} did not respond` : 'Not replicated',
                  children: 'No node that responded has a ReplicatedMergeTree table with this name.',
                },
        })}
      >
        <ul aria-label="Shards" className="divide-y">
          {sets.map((set) => (
            <li key={set.keeperPath}>
              <ReplicaSetCard cluster={at.cluster} set={set} titled={false} />
            </li>
          ))}
        </ul>
      </Panel>
      <RepairsPanel at={at} />
      {sets.length > 0 ? <DifferencesPanel at={at} /> : null}
    </div>
  )
}
