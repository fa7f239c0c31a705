import { ErrorState, RelativeTime } from '@frostline/ui'
import type { ReactNode } from 'react'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import type { Look } from '../status/look.ts'
import { LookPill } from '../status/look-pill.tsx'

interface RunHeaderProps {
  title: ReactNode
  look: Look
  run: {
    requestedBy: string
    createdAt: Date
    /** Of a kind with plans: null until one is started. */
    startedBy?: string | null
    cancelledBy: string | null
    error: string | null
  }
  /** Whoever has paused it, while it is paused. */
  pausedBy?: string | null
  /** Whole sentences after who started it. */
  more?: ReactNode
  actions: ReactNode
  /** What an error of the run means, and what to do next. Left out: the page says it elsewhere. */
  onError?: { title: string; hint: string }
}

/** The head of the page of one run: what it is, its state, who started and ended it, and why it failed. */
export function RunHeader({ title, look, run, pausedBy, more, actions, onError }: RunHeaderProps) {
  return (
    <>
      <PageHeader
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
        actions={actions}
      />
      {run.error !== null && onError ? (
        <ErrorState error={{ ...onError, object: run.error }} className="rounded-lg border bg-danger-soft" />
      ) : null}
    </>
  )
}
