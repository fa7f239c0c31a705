'use client'
import { Badge, CodeBlock, column, type DataColumn, DataTable, Drawer } from '@frostline/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { formatZonedTime } from '@/features/schedules/zoned-time.ts'
import { LookPill } from '@/features/status/look-pill.tsx'
import { routes } from '@/navigation/routes.ts'
import { useTRPC } from '@/trpc/context.ts'
import { byPages, moreRows } from '@/trpc/more-rows.ts'
import { WithoutData } from '@/trpc/without-data.tsx'
import { type CacheSchedule, type CacheScheduleRun, describeTask, runLooks } from '../cache-schedule.ts'
import { CacheScheduleActions } from './schedule-actions.tsx'

interface ScheduleDrawerProps {
  cluster: string
  /** Null: closed. */
  schedule: CacheSchedule | null
  onClose: () => void
}

/** One schedule: its actions and its runs. */
export function ScheduleDrawer({ cluster, schedule, onClose }: ScheduleDrawerProps) {
  return (
    <Drawer
      title={schedule?.name ?? 'Schedule'}
      description={schedule ? describeTask(schedule.task) : ''}
      open={schedule !== null}
      onOpenChange={(open) => (open ? undefined : onClose())}
      className="max-w-3xl"
    >
      {schedule ? (
        <div className="flex flex-col gap-4 p-5 text-sm">
          {schedule.mayChange ? (
            <div className="flex flex-wrap gap-2">
              <CacheScheduleActions cluster={cluster} schedule={schedule} onGone={onClose} />
            </div>
          ) : null}
          <p>
            {schedule.cronWords} ({schedule.timeZone}). A missed run is{' '}
            {schedule.missedRuns === 'skip' ? 'skipped' : 'caught up once'}. Owner: {schedule.owner}.
          </p>
          {(schedule.stoppedReason ?? schedule.ownerFault) ? (
            <p className="break-words text-danger-ink">{schedule.stoppedReason ?? schedule.ownerFault}</p>
          ) : null}
          {schedule.task.kind === 'warmup' && schedule.task.spec.measured ? (
            <CodeBlock
              code={schedule.task.spec.measured.query}
              label="Measured query"
              wrap
              className="max-h-40"
            />
          ) : null}
          <Runs cluster={cluster} schedule={schedule} />
        </div>
      ) : null}
    </Drawer>
  )
}

function Runs({ cluster, schedule }: { cluster: string; schedule: CacheSchedule }) {
  const trpc = useTRPC()
  const query = useInfiniteQuery(
    trpc.cacheSchedules.runs.infiniteQueryOptions({ id: schedule.id, limit: 20 }, byPages),
  )
  const rows = query.data?.pages.flatMap((page) => page.runs)
  if (!rows) return <WithoutData query={query} task="read the runs" />
  if (rows.length === 0) return <p className="text-ink-3">Not due yet.</p>
  return (
    <DataTable
      label="Runs"
      columns={columnsOf(cluster, schedule.timeZone)}
      rows={rows}
      getRowId={(row) => row.id}
      maxHeightPx={360}
      {...moreRows(query)}
    />
  )
}

function columnsOf(cluster: string, timeZone: string): readonly DataColumn<CacheScheduleRun>[] {
  return [
    column('due', 'Due', { minWidthPx: 190, grow: 0, hideable: false }, (run) =>
      formatZonedTime(run.dueAt, timeZone),
    ),
    column('state', 'State', { minWidthPx: 170, grow: 0 }, (run) => (
      <span className="flex items-center gap-2">
        <LookPill look={runLooks[run.status]} />
        {run.caughtUp ? <Badge title="No worker was running at the due time.">caught up</Badge> : null}
        {run.requestedBy === null ? null : <Badge title={`Started by ${run.requestedBy}.`}>manual</Badge>}
      </span>
    )),
    column('note', 'Note', 220, (run) =>
      run.warmupId ? (
        <Link
          href={routes.warmup(cluster, run.warmupId)}
          className="truncate text-accent-ink hover:underline"
        >
          {run.reason ?? 'Warm-up'}
        </Link>
      ) : (
        <span className="truncate text-ink-2" title={run.reason ?? undefined}>
          {run.reason ?? ''}
        </span>
      ),
    ),
  ]
}
