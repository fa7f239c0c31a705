'use client'
import { buttonClasses, DataTable, EmptyPicture, Panel } from '@frostline/ui'
import { CalendarClock, Cloud, HardDrive, Plus } from 'lucide-react'
import Link from 'next/link'
import { Begin } from '@/auth/begin.tsx'
import { useRoleAllows } from '@/auth/use-person.ts'
import { ManagedNotice } from '@/features/desired-state/managed.tsx'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { routes } from '@/navigation/routes.ts'
import { sortParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { useSchedules } from '../hooks/use-schedules.ts'
import { tierScheduleColumns } from './schedule-columns.tsx'

const params = { sort: sortParam(['name', 'next', 'owner'], null) }

export function SchedulesPage({ cluster }: { cluster: string }) {
  const operator = useRoleAllows('operator')
  const [{ sort }, setUrl] = useUrlState(params)
  const query = useSchedules(cluster)
  const rows = query.data?.schedules ?? []
  const create = operator ? (
    <Link href={routes.newSchedule(cluster)} className={buttonClasses('primary')}>
      <Plus aria-hidden /> New schedule
    </Link>
  ) : null
  return (
    <>
      <PageHeader
        title="Schedules"
        description="Automatic tier migrations. Each run is planned at its due time and runs as the owner of the schedule."
        actions={create}
      />
      <div className="mb-4 empty:hidden">
        <ManagedNotice kinds={['tierSchedules']} cluster={cluster} />
      </div>
      <Panel
        title="All schedules"
        flush
        minHeightPx={160}
        {...panelFromQuery(query, {
          task: 'read the schedules',
          empty: () =>
            rows.length > 0
              ? null
              : {
                  picture: (
                    <EmptyPicture
                      of={[
                        [CalendarClock, 'accent'],
                        [HardDrive, 'hot'],
                        [Cloud, 'cold'],
                      ]}
                    />
                  ),
                  title: 'No schedules',
                  children:
                    'A schedule moves old partitions, for example every night, within your hours and byte budget.',
                  action: (
                    <Begin needed="operator" what="create schedules">
                      {create}
                    </Begin>
                  ),
                },
        })}
      >
        <DataTable
          label="Schedules"
          columns={tierScheduleColumns(cluster)}
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
