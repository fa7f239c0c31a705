'use client'
import { DataTable, EmptyPicture, Panel } from '@frostline/ui'
import { CalendarClock, Flame } from 'lucide-react'
import { Begin } from '@/auth/begin.tsx'
import { useRoleAllows } from '@/auth/use-person.ts'
import { WarmupLink } from '@/features/cache-warmup/components/warmup-link.tsx'
import { ManagedNotice } from '@/features/desired-state/managed.tsx'
import { scheduleColumns } from '@/features/schedules/schedule-columns.tsx'
import { textParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { type CacheSchedule, describeTask, runLooks } from '../cache-schedule.ts'
import { useCacheSchedules } from '../hooks/use-cache-schedules.ts'
import { NewDropSchedule } from './new-drop-schedule.tsx'
import { ScheduleDrawer } from './schedule-drawer.tsx'

/** The schedule whose drawer is open. */
const params = { schedule: textParam() }

/** Scheduled warm-ups and drops. */
export function SchedulesTab({ cluster }: { cluster: string }) {
  const operator = useRoleAllows('operator')
  const [{ schedule: openId }, setUrl] = useUrlState(params)
  const query = useCacheSchedules(cluster)
  const rows = query.data?.schedules ?? []
  const open = (id: string) => setUrl({ schedule: id }, { history: 'push' })
  return (
    <div className="flex flex-col gap-4">
      <ManagedNotice kinds={['cacheSchedules']} cluster={cluster} />
      <Panel
        title="Schedules"
        description="Recurring warm-ups and drops. They run as their owner. Schedule a warm-up from its form."
        flush
        minHeightPx={160}
        actions={operator && rows.length > 0 ? <NewDropSchedule cluster={cluster} /> : undefined}
        {...panelFromQuery(query, {
          task: 'read the schedules of the caches',
          empty: () =>
            rows.length > 0
              ? null
              : {
                  picture: (
                    <EmptyPicture
                      of={[
                        [CalendarClock, 'accent'],
                        [Flame, 'cache'],
                      ]}
                    />
                  ),
                  title: 'No schedules',
                  children:
                    'For example, read the newest partitions of a table into the caches each morning, or drop unused data at night.',
                  action: (
                    <Begin needed="operator" what="create schedules">
                      <span className="flex flex-wrap justify-center gap-2">
                        <WarmupLink cluster={cluster} />
                        <NewDropSchedule cluster={cluster} />
                      </span>
                    </Begin>
                  ),
                },
        })}
      >
        <DataTable
          label="Schedules of the caches"
          columns={columnsOf(open)}
          rows={rows}
          getRowId={(row) => row.id}
          rowHeightPx={52}
        />
        <ScheduleDrawer
          cluster={cluster}
          schedule={rows.find(({ id }) => id === openId) ?? null}
          onClose={() => setUrl({ schedule: '' }, { history: 'push' })}
        />
      </Panel>
    </div>
  )
}

function columnsOf(open: (id: string) => void) {
  return scheduleColumns<CacheSchedule>({
    describe: ({ task }) => describeTask(task),
    nameOf: ({ id, name }) => (
      <button
        type="button"
        className="block max-w-full truncate text-accent-ink hover:underline"
        onClick={() => open(id)}
      >
        {name}
      </button>
    ),
    lastRun: { lookOf: ({ status }) => runLooks[status] },
  })
}
