'use client'
import { describeRetention, nameStorageClass } from '@frostline/domain'
import {
  Button,
  ConfirmDialog,
  column,
  type DataColumn,
  DataTable,
  EmptyPicture,
  formatBytes,
  IconButton,
  Panel,
  RelativeTime,
} from '@frostline/ui'
import { Archive, CalendarClock, FastForward, Pause, Play, Trash2 } from 'lucide-react'
import Link from 'next/link'
import { useRoleAllows } from '@/auth/use-person.ts'
import { nextRunColumn, ownerColumn, whenColumn } from '@/features/cron/schedule-columns.tsx'
import { stateColumn } from '@/features/run/run-columns.tsx'
import { LookPill } from '@/features/status/look-pill.tsx'
import { routes } from '@/navigation/routes.ts'
import { panelFromLedger } from '@/trpc/panel-from-query.ts'
import { type ArchiveSchedule, runLooks, stateLook } from './archive-schedule.ts'
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

const columns: readonly DataColumn<ArchiveSchedule>[] = [
  column(
    'name',
    'Schedule',
    { minWidthPx: 240, grow: 3, hideable: false, sortValue: (row) => row.name },
    (row) => (
      <span className="block min-w-0">
        <span className="block truncate">{row.name}</span>
        <span className="block truncate text-ink-3 text-xs" title={describe(row)}>
          {describe(row)}
        </span>
      </span>
    ),
  ),
  stateColumn(stateLook),
  whenColumn(),
  nextRunColumn(),
  column('last', 'Last run', { minWidthPx: 190, grow: 0 }, ({ lastRun, clusterSlug }) =>
    lastRun ? (
      <span className="flex items-center gap-2 truncate" title={lastRun.reason ?? undefined}>
        <LookPill look={runLooks[lastRun.status]} />
        {lastRun.archiveId ? (
          <Link className="text-xs hover:underline" href={routes.archive(clusterSlug, lastRun.archiveId)}>
            <RelativeTime at={lastRun.dueAt} />
          </Link>
        ) : (
          <span className="text-ink-3 text-xs">
            <RelativeTime at={lastRun.dueAt} />
          </span>
        )}
      </span>
    ) : (
      <span className="text-ink-3">none yet</span>
    ),
  ),
  ownerColumn(),
]

const actions = column<ArchiveSchedule>('actions', 'Actions', { minWidthPx: 220, grow: 0 }, (row) => (
  <RowActions schedule={row} />
))

function RowActions({ schedule }: { schedule: ArchiveSchedule }) {
  const { id, name, enabled } = schedule
  const { enable, disable, runNow, remove } = useArchiveScheduleActions()
  return (
    <span className="flex gap-1">
      {enabled ? (
        <>
          <ConfirmDialog
            title={`Run ${name} now?`}
            description={`Partitions of ${describe(schedule)} are written and proved now, as ${schedule.owner}.`}
            confirmLabel="Run now"
            cancelLabel="Cancel"
            onConfirm={async () => void (await runNow.mutateAsync({ id }))}
            trigger={
              <Button size="sm" icon={<FastForward aria-hidden />}>
                Run now
              </Button>
            }
          />
          <IconButton
            label={`Disable ${name}`}
            size="sm"
            icon={<Pause aria-hidden />}
            onClick={() => disable.mutate({ id })}
          />
        </>
      ) : (
        <Button size="sm" icon={<Play aria-hidden />} onClick={() => enable.mutate({ id })}>
          Enable
        </Button>
      )}
      <ConfirmDialog
        danger
        title={`Delete ${name}?`}
        description="The schedule and the record of its runs are deleted. Its archives stay."
        confirmLabel="Delete schedule"
        cancelLabel="Cancel"
        onConfirm={async () => void (await remove.mutateAsync({ id }))}
        trigger={<IconButton label={`Delete ${name}`} size="sm" icon={<Trash2 aria-hidden />} />}
      />
    </span>
  )
}
