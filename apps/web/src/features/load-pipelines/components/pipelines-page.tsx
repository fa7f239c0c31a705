'use client'
import { buttonClasses, DataTable, EmptyPicture, Panel } from '@frostline/ui'
import { Cloud, Repeat, Table2 } from 'lucide-react'
import Link from 'next/link'
import { Begin } from '@/auth/begin.tsx'
import { useRoleAllows } from '@/auth/use-person.ts'
import { ManagedNotice } from '@/features/desired-state/managed.tsx'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { routes } from '@/navigation/routes.ts'
import { sortParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { usePipelines } from '../hooks/use-pipelines.ts'
import { pipelineColumns } from './pipeline-columns.tsx'

const params = { sort: sortParam(['name', 'lag', 'bytes', 'oldest', 'failed', 'owner'], null) }

export function PipelinesPage({ cluster }: { cluster: string }) {
  const operator = useRoleAllows('operator')
  const [{ sort }, setUrl] = useUrlState(params)
  const query = usePipelines(cluster)
  const rows = query.data?.pipelines ?? []
  return (
    <>
      <PageHeader
        title="Pipelines"
        description="Recurring loads. A pipeline loads each matching object once, including objects that arrive later."
        actions={
          operator ? (
            <Link href={routes.newLoad(cluster)} className={buttonClasses('primary')}>
              New load
            </Link>
          ) : null
        }
      />
      <div className="mb-4 empty:hidden">
        <ManagedNotice kinds={['pipelines']} cluster={cluster} />
      </div>
      <Panel
        title="All pipelines"
        flush
        minHeightPx={160}
        {...panelFromQuery(query, {
          task: 'read the pipelines',
          empty: () =>
            rows.length > 0
              ? null
              : {
                  picture: (
                    <EmptyPicture
                      of={[
                        [Cloud, 'cold'],
                        [Repeat, 'accent'],
                        [Table2, 'hot'],
                      ]}
                    />
                  ),
                  title: 'No pipelines',
                  children:
                    'A pipeline loads new objects of a bucket as they arrive. Plan a load of all objects that match a pattern, and save it as a pipeline in the last step.',
                  action: (
                    <Begin needed="operator" what="create pipelines">
                      <Link href={routes.newLoad(cluster)} className={buttonClasses('primary')}>
                        Plan a load
                      </Link>
                    </Begin>
                  ),
                },
        })}
      >
        <DataTable
          label="Pipelines"
          columns={pipelineColumns(cluster)}
          rows={rows}
          getRowId={(row) => row.id}
          rowHeightPx={52}
          sort={sort}
          onSortChange={(next) => setUrl({ sort: next })}
        />
      </Panel>
    </>
  )
}
