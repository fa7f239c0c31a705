import { ErrorState, formatExactTime, RelativeTime } from '@frostline/ui'
import type { Route } from 'next'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { PrintButton } from '@/features/print/print-button.tsx'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { RunApprovalPanel } from '../approvals/run-approval-panel.tsx'
import type { Look } from '../status/look.ts'
import { LookPill } from '../status/look-pill.tsx'

interface RunHeaderProps {
  /** The title up to the subject, as in "Restore into". */
  lead?: string
  /** What it works on, such as a table. Ends the title, and names the run in the breadcrumbs, with its time. */
  subject: string
  /** The page of the subject. */
  href?: Route | null
  /** After the subject, such as a badge. */
  badges?: ReactNode
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
  /** A sentence before who started it. */
  intro?: string
  /** Sentences after who started it. */
  more?: ReactNode
  actions: ReactNode
  /** What an error of the run means, and what to do next. Omitted: shown elsewhere on the page. */
  onError?: { title: string; hint: string }
}

/** The head of the page of one run: what it is, its state, who started and ended it, and why it failed. */
export function RunHeader(props: RunHeaderProps) {
  const { lead, subject, href, badges, look, run, pausedBy, intro, more, actions, onError } = props
  return (
    <>
      <PageHeader
        crumb={{ id: run.id, name: nameOfRun(subject, run.createdAt) }}
        title={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 break-words">
              {lead ? `${lead} ` : ''}
              {href ? (
                <Link className="font-mono hover:underline" href={href}>
                  {subject}
                </Link>
              ) : (
                <span className="font-mono">{subject}</span>
              )}
            </span>
            {badges}
            <LookPill look={look} />
          </span>
        }
        description={
          <>
            {intro ? `${intro} ` : ''}
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
