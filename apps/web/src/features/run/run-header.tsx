import { ErrorState, formatExactTime, RelativeTime } from '@frostline/ui'
import type { ReactNode } from 'react'
import { PrintButton } from '@/features/print/print-button.tsx'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { RunApprovalPanel } from '../approvals/run-approval-panel.tsx'
import type { Look } from '../status/look.ts'
import { LookPill } from '../status/look-pill.tsx'

interface RunHeaderProps {
  title: ReactNode
  /** What it works on, such as a table: names it in the breadcrumbs, with its time. */
  subject: string
  look: Look
  run: {
    id: string
    requestedBy: string
    createdAt: Date
    /** For a kind with plans: null until started. */
    startedBy?: string | null
    cancelledBy: string | null
    error: string | null
  }
  /** Who has paused it, while paused. */
  pausedBy?: string | null
  /** Sentences after who started it. */
  more?: ReactNode
  actions: ReactNode
  /** What an error of the run means, and what to do next. Omitted: shown elsewhere on the page. */
  onError?: { title: string; hint: string }
}

/** The head of the page of one run: what it is, its state, who started and ended it, and why it failed. */
export function RunHeader({ title, subject, look, run, pausedBy, more, actions, onError }: RunHeaderProps) {
  return (
    <>
      <PageHeader
        crumb={{ id: run.id, name: nameOfRun(subject, run.createdAt) }}
        title={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 break-words">{title}</span>
            <LookPill look={look} />
          </span>
        }
        description={
          <>
            {run.startedBy === undefined ? 'Started' : 'Planned'} by {run.requestedBy}{' '}
            <RelativeTime at={run.createdAt} />
            {run.startedBy ? `, started by ${run.startedBy}` : ''}
            {pausedBy ? `, paused by ${pausedBy}` : ''}
            {run.cancelledBy ? `, cancelled by ${run.cancelledBy}` : ''}.{more ? ' ' : ''}
            {more}
          </>
        }
        actions={
          <>
            <PrintButton />
            {actions}
          </>
        }
      />
      <RunApprovalPanel id={run.id} subject={subject} />
      {run.error !== null && onError ? (
        <ErrorState error={{ ...onError, object: run.error }} className="rounded-lg border bg-danger-soft" />
      ) : null}
    </>
  )
}

/** "demo.trips, 2026-11-21 02:44 UTC". */
export function nameOfRun(subject: string, createdAt: Date): string {
  return `${subject}, ${formatExactTime(createdAt).replace(/:\d\d UTC$/, ' UTC')}`
}
