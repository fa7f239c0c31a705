'use client'
import { RefreshCw, TriangleAlert } from 'lucide-react'
import { type CSSProperties, type ReactNode, useId, useState } from 'react'
import { DataAge } from './data-age.tsx'
import { EmptyState, type EmptyStateProps } from './empty-state.tsx'
import { type ErrorReport, ErrorState } from './error-state.tsx'
import { IconButton } from './icon-button.tsx'
import { joinClasses } from './join-classes.ts'
import { SkeletonRows } from './skeleton.tsx'
import { SqlButton } from './sql-drawer.tsx'
import type { SqlStatement } from './sql-statement.ts'

/**
 * Once data has been shown the panel stays `ready`, also while it refreshes and when a refresh fails: then `staleError`
 * is shown above the last data.
 */
type PanelState =
  | { kind: 'loading' }
  | { kind: 'error'; error: ErrorReport }
  | { kind: 'empty'; empty: EmptyStateProps }
  | { kind: 'ready'; staleError?: ErrorReport | undefined }

interface MissingNode {
  name: string
  /** Why: "timeout", "connection refused". */
  reason?: string | null | undefined
}

export interface PanelProps {
  title: string
  /** A space keeps the line until the text is known. */
  description?: ReactNode
  state?: PanelState | undefined
  /** When the data was read from the cluster, not when it reached the browser. Omit where nothing is read. */
  observedAt?: Date | null | undefined
  onRefresh?: (() => void) | undefined
  refreshing?: boolean | undefined
  sql?: readonly SqlStatement[] | undefined
  /** Nodes that could not be read: the figures are lower bounds, and the panel says so. */
  missingNodes?: readonly MissingNode[] | undefined
  actions?: ReactNode
  /** Body height of a panel that is shown before its data. It stays when the data arrives, so that nothing shifts. */
  minHeightPx?: number | undefined
  /** No padding: for tables and maps that reach the edges. */
  flush?: boolean | undefined
  skeleton?: ReactNode
  children?: ReactNode
  footer?: ReactNode
  className?: string | undefined
}

const ready: PanelState = { kind: 'ready' }

export function Panel(props: PanelProps) {
  const { title, description, state = ready, observedAt, onRefresh, refreshing = false, sql, actions } = props
  const titleId = useId()
  const [waited] = useState(state.kind === 'loading')
  const bodyStyle: CSSProperties = waited && props.minHeightPx ? { minHeight: props.minHeightPx } : {}
  return (
    <section
      aria-labelledby={titleId}
      aria-busy={state.kind === 'loading' || refreshing}
      className={joinClasses('flex min-w-0 flex-col rounded-lg border bg-surface', props.className)}
    >
      <header className="flex min-h-10 flex-wrap items-center justify-end gap-x-2 gap-y-1 border-b py-1.5 pr-2 pl-4">
        <div className="mr-auto min-w-0">
          <h2 id={titleId} className="truncate font-medium text-ink text-sm">
            {title}
          </h2>
          {description ? <p className="min-h-4 text-ink-3 text-xs">{description}</p> : null}
        </div>
        {actions}
        <span className="flex items-center gap-1">
          {observedAt === undefined ? null : <DataAge observedAt={observedAt} className="mr-1" />}
          {sql ? <SqlButton title={title} statements={sql} /> : null}
          {onRefresh ? (
            <IconButton
              size="sm"
              label={`Refresh ${title}`}
              icon={<RefreshCw />}
              busy={refreshing}
              onClick={onRefresh}
            />
          ) : null}
        </span>
      </header>
      <div
        style={bodyStyle}
        className={joinClasses(
          'flex min-w-0 flex-1 flex-col',
          !props.flush && state.kind === 'ready' && 'p-4',
        )}
      >
        <PanelBody {...props} state={state} />
      </div>
      {props.footer ? (
        <footer className="border-t px-4 py-2 text-ink-3 text-xs">{props.footer}</footer>
      ) : null}
    </section>
  )
}

function PanelBody(props: PanelProps & { state: PanelState }) {
  const { state, skeleton, onRefresh, refreshing, missingNodes = [], flush = false, children } = props
  if (state.kind === 'loading')
    return skeleton ? (
      <div role="status" aria-label="Loading" className="flex-1 p-4">
        {skeleton}
      </div>
    ) : (
      <SkeletonRows className="flex-1 p-4" />
    )
  if (state.kind === 'error')
    return <ErrorState error={state.error} onRetry={onRefresh} retrying={refreshing} />
  if (state.kind === 'empty') return <EmptyState {...state.empty} className="flex-1" />
  return (
    <>
      {state.staleError ? <StaleNotice error={state.staleError} flush={flush} /> : null}
      {missingNodes.length > 0 ? <MissingNotice nodes={missingNodes} flush={flush} /> : null}
      {children}
    </>
  )
}

const noticeClasses = 'flex items-start gap-2 rounded-md px-2.5 py-1.5 text-xs'

function StaleNotice({ error, flush }: { error: ErrorReport; flush: boolean }) {
  return (
    <p
      role="status"
      className={joinClasses(noticeClasses, 'bg-warn-soft text-warn-ink', flush ? 'm-3' : 'mb-3')}
      title={error.details}
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <span className="min-w-0">
        Showing the last known data. {[error.title, error.object, error.hint].filter(Boolean).join(' · ')}
      </span>
    </p>
  )
}

function MissingNotice({ nodes, flush }: { nodes: readonly MissingNode[]; flush: boolean }) {
  return (
    <p
      role="status"
      className={joinClasses(noticeClasses, 'bg-unknown-soft text-ink-2', flush ? 'm-3' : 'mb-3')}
      title={nodes.map((node) => `${node.name}: ${node.reason ?? 'no answer'}`).join('\n')}
    >
      <span aria-hidden className="hatch mt-1 size-2.5 shrink-0 rounded-xs" />
      <span className="min-w-0">
        {nodes.map((node) => node.name).join(', ')} did not respond. Sums here are lower bounds.
      </span>
    </p>
  )
}
