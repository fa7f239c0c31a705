'use client'
import { DataTable, Panel } from '@frostline/ui'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { useStartUp } from '../hooks/use-start-up.ts'
import { startUpColumns } from './start-up-columns.tsx'

/** How long each node would be down for a restart. */
export function StartUpPage({ cluster }: { cluster: string }) {
  const query = useStartUp(cluster)
  return (
    <>
      <PageHeader
        title="Restart forecast"
        description="How long a node takes to load its tables when the server starts. Each part on object storage costs requests, even a small one."
      />
      <Panel
        title="The next start of each node"
        description="From the first table to the last, with full and with empty caches."
        flush
        minHeightPx={200}
        {...panelFromQuery(query, {
          task: 'read what the nodes would load',
        })}
        missingNodes={undefined}
        footer="For a node that is not responding, the last known figures are shown. Add the time to stop the old process, start the new one, and catch up with other replicas."
      >
        <DataTable
          label="Restart forecast by node"
          columns={startUpColumns(cluster)}
          rows={query.data?.data.byNode ?? []}
          getRowId={(row) => row.name}
        />
      </Panel>
    </>
  )
}
