'use client'
import { DataTable, EmptyPicture, Panel } from '@frostline/ui'
import { Inbox, Server, Table2 } from 'lucide-react'
import { useRoleAllows } from '@/auth/use-person.ts'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { emptyUnlessAway } from '@/features/status/empty-unless-away.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { describeQueues } from '../describe-queues.ts'
import { useInsertQueues } from '../hooks/use-insert-queues.ts'
import { queueColumns } from './queue-columns.tsx'

/** What Distributed tables have queued and not yet sent to their shards. */
export function InsertQueuesPage({ cluster }: { cluster: string }) {
  const query = useInsertQueues(cluster)
  const operator = useRoleAllows('operator')
  const data = query.data?.data
  const queues = data?.queues ?? []
  return (
    <>
      <PageHeader
        title="Distributed queues"
        description="Rows inserted through a Distributed table are queued on the receiving node until they reach their shard. Until then, queries do not return them. Loads by Frostline do not use these queues."
      />
      <Panel
        title="Queues"
        description={data ? describeQueues(data) : ' '}
        flush
        minHeightPx={240}
        {...panelFromQuery(query, {
          task: 'read the queues of this cluster',
          empty: () =>
            queues.length > 0
              ? null
              : emptyUnlessAway(data?.coverage ?? { missingNodes: [] }, {
                  picture: (
                    <EmptyPicture
                      of={[
                        [Server, 'plain'],
                        [Inbox, 'accent'],
                        [Table2, 'hot'],
                      ]}
                    />
                  ),
                  title: 'No queues',
                  children:
                    'A queue appears when rows are inserted through a Distributed table in the background (distributed_foreground_insert = 0).',
                }),
        })}
      >
        <DataTable
          label="Queues"
          columns={queueColumns(cluster, operator)}
          rows={queues}
          getRowId={(row) => JSON.stringify([row.node, row.database, row.table])}
        />
      </Panel>
    </>
  )
}
