'use client'
import { CircleAlert, RotateCw } from 'lucide-react'
import { Button } from './button.tsx'
import { CopyButton } from './copy-button.tsx'
import { type ErrorLink, ErrorLinks } from './error-links.tsx'
import { joinClasses } from './join-classes.ts'

/** For 3 a.m.: what happened, to which object, what to do next. */
export interface ErrorReport {
  /** What happened: "Could not read parts". */
  title: string
  /** To which object, or what the API said about it: "taxi.trips_local on node ch-2". */
  object?: string | undefined
  /** What to do next. */
  hint?: string | undefined
  /** Pages of the objects that it names. */
  links?: readonly ErrorLink[] | undefined
  /** Raw text of the server, code, request id; folded away, copied with one click. */
  details?: string | undefined
}

export interface ErrorStateProps {
  error: ErrorReport
  onRetry?: (() => void) | undefined
  retrying?: boolean | undefined
  className?: string | undefined
}

export function ErrorState({ error, onRetry, retrying = false, className }: ErrorStateProps) {
  return (
    <div role="alert" className={joinClasses('flex gap-3 px-4 py-4 text-sm', className)}>
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
      <div className="min-w-0 flex-1">
        <p className="font-medium text-ink">{error.title}</p>
        {error.object ? <p className="break-words text-ink-2 text-xs">{error.object}</p> : null}
        {error.hint ? <p className="mt-1 max-w-[70ch] text-ink-2 text-xs">{error.hint}</p> : null}
        <ErrorLinks links={error.links} />
        {error.details ? (
          <details className="mt-2 text-xs">
            <summary className="w-fit cursor-default rounded-sm text-ink-3 hover:text-ink">Details</summary>
            <div className="relative mt-1.5">
              <pre className="max-h-48 overflow-auto whitespace-pre-wrap break-words rounded-md bg-sunken p-2.5 pr-9 font-mono text-2xs text-ink-2">
                {error.details}
              </pre>
              <CopyButton text={error.details} label="Copy details" className="absolute top-1 right-1" />
            </div>
          </details>
        ) : null}
        {onRetry ? (
          <Button
            size="sm"
            className="mt-3"
            icon={<RotateCw aria-hidden />}
            busy={retrying}
            onClick={onRetry}
          >
            Try again
          </Button>
        ) : null}
      </div>
    </div>
  )
}
