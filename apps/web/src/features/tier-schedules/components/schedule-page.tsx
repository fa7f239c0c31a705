'use client'
import { describeReplicaChoices } from '@frostline/domain'
import { ErrorState, formatBytes, KeyValueList, Panel } from '@frostline/ui'
import { ManagedNotice } from '@/features/desired-state/managed.tsx'
import { stateLook } from '@/features/schedules/schedule-columns.tsx'
import { ZonedTimes } from '@/features/schedules/zoned-times.tsx'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { PageWithoutData } from '@/features/shell/components/page-without-data.tsx'
import { LookPill } from '@/features/status/look-pill.tsx'
import { describeWindow } from '@/features/time-window/describe-window.ts'
import { panelFromLedger } from '@/trpc/panel-from-query.ts'
import { useSchedule } from '../hooks/use-schedules.ts'
import type { DryRunRequest, Schedule } from '../schedule.ts'
import { DryRunPanel } from './dry-run-panel.tsx'
import { RunsPanel } from './runs-panel.tsx'
import { TierScheduleActions } from './schedule-actions.tsx'

export function SchedulePage({ id, cluster }: { id: string; cluster: string }) {
  const query = useSchedule(id)
  const schedule = query.data
  if (!schedule) return <PageWithoutData title="Schedule" task="read the schedule" query={query} />
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        crumb={{ id, name: schedule.name }}
        title={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {schedule.name}
            <LookPill look={stateLook(schedule)} />
          </span>
        }
        description={`${schedule.cronWords} in ${schedule.timeZone}. Runs as ${schedule.owner}.`}
        actions={<TierScheduleActions schedule={schedule} cluster={cluster} />}
      />
      <ManagedNotice kinds={['tierSchedules']} cluster={schedule.clusterSlug} name={schedule.name} />
      <StoppedNotice schedule={schedule} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Panel title="Settings" {...panelFromLedger(query, { task: 'read the schedule' })}>
          <KeyValueList items={listFacts(schedule)} />
        </Panel>
        <Panel title="Next runs">
          {schedule.nextRuns.length > 0 ? (
            <ZonedTimes
              label="Next runs"
              times={schedule.nextRuns}
              timeZone={schedule.timeZone}
              windowSpans={schedule.windowSpans}
            />
          ) : (
            <p className="text-ink-3 text-sm">None, because it is disabled.</p>
          )}
        </Panel>
      </div>
      <RunsPanel schedule={schedule} cluster={cluster} />
      <DryRunPanel request={requestOf(schedule)} />
    </div>
  )
}

function StoppedNotice({ schedule }: { schedule: Schedule }) {
  const reason = schedule.stoppedReason ?? (schedule.enabled ? schedule.ownerFault : null)
  if (reason === null) return null
  return (
    <ErrorState
      className="rounded-lg border bg-danger-soft"
      error={{
        title:
          schedule.stoppedReason === null ? 'The next run will stop it' : 'Frostline stopped this schedule',
        object: reason,
        hint: "Restore the owner's operator role, or let an admin take over the schedule. Then enable it.",
      }}
    />
  )
}

function listFacts(schedule: Schedule) {
  return [
    {
      key: schedule.tables.length === 1 ? 'Table' : 'Tables',
      value: schedule.tables.map(({ database, table }) => `${database}.${table}`).join(', '),
      mono: true,
    },
    { key: 'Older than', value: `${schedule.olderThanDays} days at the due time` },
    { key: 'To volume', value: schedule.targetVolume, mono: true },
    {
      key: 'Budget per run',
      value: schedule.budgetBytes === null ? 'no limit' : formatBytes(schedule.budgetBytes),
      note: 'Oldest partitions of all tables first. The rest waits for the next run.',
    },
    { key: 'Cron', value: `${schedule.cron} (${schedule.timeZone})`, mono: true },
    { key: 'Window', value: describeWindow(schedule.windowSpans) },
    {
      key: 'Missed run',
      value: schedule.missedRuns === 'catch_up' ? 'caught up once' : 'skipped',
      note: 'If no worker was running within five minutes after the due time.',
    },
    {
      key: 'Replicas',
      value:
        describeReplicaChoices(schedule.replicas).join(' ') || 'Waits for parts that are not fetched yet.',
      note: 'For replicated tables.',
    },
    { key: 'Owner', value: schedule.owner },
  ]
}

function requestOf(schedule: Schedule): DryRunRequest {
  return {
    cluster: schedule.clusterId,
    tables: schedule.tables,
    targetVolume: schedule.targetVolume,
    olderThanDays: schedule.olderThanDays,
    budgetBytes: schedule.budgetBytes?.toString() ?? null,
    cron: schedule.cron,
    timeZone: schedule.timeZone,
    windowSpans: schedule.windowSpans,
    replicas: schedule.replicas,
  }
}
