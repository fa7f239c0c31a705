import {
  column,
  type DataColumn,
  formatCountOf,
  formatDuration,
  numberColumn,
  ProgressBar,
  useNow,
} from '@frostline/ui'
import { CalendarClock, KeyRound, MessageSquareText, User } from 'lucide-react'
import Link from 'next/link'
import { startedColumn, stateColumn } from '@/features/run/run-columns.tsx'
import { pageInCluster } from '@/navigation/page-in-cluster.ts'
import { type ActivityRun, activityLooks, titleOfRun } from '../activity.ts'
import { RunLink } from './run-link.tsx'

const dash = <span className="text-ink-3">—</span>

export function activityColumns({ all }: { all: boolean }): readonly DataColumn<ActivityRun>[] {
  return [
    column('run', 'Run', { minWidthPx: 260, grow: 6 }, (run) => <RunLink run={run} />),
    stateColumn((run) => activityLooks[run.status]),
    column('progress', 'Progress', { minWidthPx: 150, grow: 0 }, (run) => <Progress run={run} />),
    ...(all ? [column('cluster', 'Cluster', 110, (run: ActivityRun) => run.clusterName)] : []),
    column('by', 'Started by', { minWidthPx: 170, grow: 1 }, (run) => <StartedBy run={run} />),
    startedColumn(),
    numberColumn(
      'duration',
      'Duration',
      { minWidthPx: 90, description: 'From the pick-up by a worker to the end, or until now.' },
      (run) => <Duration run={run} />,
    ),
    numberColumn('notes', 'Notes', 72, (run) => <Notes run={run} />),
    column(
      'reason',
      'Reason',
      { minWidthPx: 200, grow: 3, description: 'Why it failed, or what it waits for.' },
      (run) => <Reason run={run} />,
    ),
  ]
}

function Notes({ run: { notes } }: { run: ActivityRun }) {
  if (notes === 0) return null
  return (
    <span className="inline-flex items-center gap-1" title={formatCountOf(notes, 'note')}>
      <MessageSquareText
        aria-label={notes === 1 ? 'note' : 'notes'}
        className="order-last size-3.5 text-ink-3"
      />
      {notes}
    </span>
  )
}

function Progress({ run }: { run: ActivityRun }) {
  if (run.progress === null) return dash
  return <ProgressBar size="sm" label={`Progress of ${titleOfRun(run)}`} share={run.progress} showPercent />
}

function StartedBy({ run: { requestedBy, startedBy, startedFor, clusterSlug } }: { run: ActivityRun }) {
  const Icon = startedBy === 'token' ? KeyRound : User
  const href = startedFor && pageInCluster(clusterSlug, startedFor.objectType, startedFor.objectId)
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      {startedFor && href ? (
        <>
          <CalendarClock aria-hidden className="size-3.5 shrink-0 text-ink-3" />
          <Link
            href={href}
            title={`${startedFor.name}, for ${requestedBy}`}
            className="truncate hover:underline"
          >
            {startedFor.name}
          </Link>
        </>
      ) : (
        <>
          <Icon
            aria-label={startedBy === 'token' ? 'API token' : 'User'}
            className="size-3.5 shrink-0 text-ink-3"
          />
          <span className="truncate" title={requestedBy}>
            {requestedBy}
          </span>
        </>
      )}
    </span>
  )
}

function Duration({ run: { startedAt, finishedAt } }: { run: ActivityRun }) {
  const now = useNow()
  const end = finishedAt ?? now
  if (!startedAt || !end) return dash
  const elapsedMs = Math.max(0, end.getTime() - startedAt.getTime())
  // Whole seconds while it grows.
  return formatDuration(finishedAt ? elapsedMs : Math.floor(elapsedMs / 1_000) * 1_000)
}

function Reason({ run: { error, waitReason } }: { run: ActivityRun }) {
  const reason = error ?? waitReason
  if (reason === null) return null
  return (
    <span className="text-xs" title={reason}>
      {reason}
    </span>
  )
}
