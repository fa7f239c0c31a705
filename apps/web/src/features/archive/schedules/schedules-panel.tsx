'use client'
import { describeRetention, nameStorageClass } from '@frostline/domain'
import { column, DataTable, EmptyPicture, formatBytes, Panel } from '@frostline/ui'
import { Archive, CalendarClock } from 'lucide-react'
import { useRoleAllows } from '@/auth/use-person.ts'
import { RunNow, ScheduleActions } from '@/features/schedules/schedule-actions.tsx'
import { scheduleColumns } from '@/features/schedules/schedule-columns.tsx'
import { routes } from '@/navigation/routes.ts'
import { panelFromLedger } from '@/trpc/panel-from-query.ts'
import { type ArchiveSchedule, runLooks } from './archive-schedule.ts'
import { useArchiveScheduleActions, useArchiveSchedules } from './use-archive-schedules.ts'

/** Schedules of archives, with their last run and actions. */
export function SchedulesPanel({ cluster }: { cluster: string }) {
  const query = useArchiveSchedules(cluster)
  const rows = query.data?.schedules ?? []
  const isAdmin = useRoleAllows('admin')
  return (
    <Panel
      title="Schedules"
      description="Write and prove old partitions again and again. Each archive still needs its approval."
      flush
      minHeightPx={120}
      {...panelFromLedger(query, {
        task: 'read the schedules of archives',
        empty: () =>
          rows.length > 0
            ? null
            : {
                picture: (
                  <EmptyPicture
                    of={[
                      [CalendarClock, 'accent'],
                      [Archive, 'cold'],
                    ]}
                  />
                ),
                title: 'No schedules',
                children: 'Open a table, choose Archive, then Schedule.',
              },
      })}
    >
      <DataTable
        label="Schedules of archives"
        columns={isAdmin ? [...columns, actions] : columns}
        rows={rows}
        getRowId={({ id }) => id}
        rowHeightPx={52}
      />
    </Panel>
  )
}

function describe({ database, table, olderThanDays, budgetBytes, retention, ...schedule }: ArchiveSchedule) {
  const { sourceName, bucket, storageClass } = schedule
  const inClass = storageClass === 'STANDARD' ? '' : `, ${nameStorageClass(storageClass)}`
  const kept = retention ? `, files deleted ${describeRetention(retention)} after the drop` : ''
  const budget = budgetBytes === null ? '' : `, at most ${formatBytes(budgetBytes)} per run`
  return `${database}.${table} older than ${olderThanDays} days to ${sourceName ?? 'a removed source'}, ${bucket}${inClass}${budget}${kept}`
}

const columns = scheduleColumns<ArchiveSchedule>({
  describe,
  lastRun: {
    lookOf: ({ status }) => runLooks[status],
    hrefOf: ({ archiveId }, { clusterSlug }) => (archiveId ? routes.archive(clusterSlug, archiveId) : null),
  },
})

const actions = column<ArchiveSchedule>('actions', 'Actions', { minWidthPx: 220, grow: 0 }, (row) => (
  <RowActions schedule={row} />
))

function RowActions({ schedule }: { schedule: ArchiveSchedule }) {
  const send = useArchiveScheduleActions()
  return (
    <span className="flex gap-1">
      <ScheduleActions
        inRow
        schedule={schedule}
        send={send}
        runNow={
          <RunNow
            inRow
            schedule={schedule}
            send={send.runNow}
            description={`Partitions of ${describe(schedule)} are written and proved now, as ${schedule.owner}.`}
          />
        }
        removing="The schedule and the record of its runs are deleted. Its archives stay."
      />
    </span>
  )
}
