'use client'
import { DataTable, Panel } from '@frostline/ui'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { useStartUp } from '../hooks/use-start-up.ts'
import { startUpColumns } from './start-up-columns.tsx'

/** How long each node would be away, before somebody restarts it. */
export function StartUpPage({ cluster }: { cluster: string }) {
  const query = useStartUp(cluster)
  return (
    <>
      <PageHeader
        title="Start-up"
        description="How long a node takes to load its tables when its server starts. Every part on object storage costs requests then, however small it is."
      />
      <Panel
        title="The next start of each node"
        description="From the first table to the last, with all that its caches may hold and with nothing in them."
        flush
        minHeightPx={200}
        {...panelFromQuery(query, {
          task: 'read what the nodes would load',
        })}
        missingNodes={undefined}
        footer="A node that is away is shown as a worker last knew it. Time to end the old process, to start the new one, and to catch up with other replicas comes on top."
      >
        <DataTable
          label="Start-up by node"
          columns={startUpColumns(cluster)}
          rows={query.data?.data.byNode ?? []}
          getRowId={(row) => row.name}
        />
      </Panel>
    </>
  )
}
