'use client'
import { Panel, RelativeTime } from '@frostline/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AddNote } from '@/features/notes/add-note.tsx'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromLedger } from '@/trpc/panel-from-query.ts'
import { reportError } from '@/trpc/report-error.ts'
import { useActionHandlers } from '@/trpc/use-action-handlers.ts'
import { useReadAgain } from '@/trpc/use-read-again.ts'
import { describeTransition } from './describe-transition.ts'

/** Adds a note to a run. */
function AddRunNote({ id }: { id: string }) {
  const trpc = useTRPC()
  const handlers = useActionHandlers(trpc.runs.history.queryKey({ id }))
  const add = useMutation(trpc.runs.addNote.mutationOptions(handlers('add the note')))
  return <AddNote of="the run" save={(text) => add.mutateAsync({ id, text })} />
}

interface RunProps {
  id: string
  kind: string
}

/** Who did what with a run, newest first. */
export function HistoryPanel(run: RunProps) {
  const query = useHistory(run)
  return (
    <Panel
      title="History"
      actions={<AddRunNote {...run} />}
      {...panelFromLedger(query, { task: 'read the history' })}
    >
      <Entries entries={query.data ?? []} />
    </Panel>
  )
}

/** The same within a list of runs, fetched when opened. */
export function HistoryDetails(run: RunProps) {
  const [open, setOpen] = useState(false)
  return (
    <details className="text-xs" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="mb-1 cursor-pointer text-ink-2">History</summary>
      {open ? <ReadEntries {...run} /> : null}
    </details>
  )
}

function ReadEntries(run: RunProps) {
  const query = useHistory(run)
  if (query.data)
    return (
      <div className="flex flex-col items-start gap-2">
        <Entries entries={query.data} />
        <AddRunNote {...run} />
      </div>
    )
  return query.error ? (
    <p role="alert" className="text-danger-ink">
      {reportError(query.error, 'read the history').object}
    </p>
  ) : (
    <p className="text-ink-3">Loading…</p>
  )
}

function useHistory({ id, kind }: RunProps) {
  const options = useTRPC().runs.history.queryOptions({ id })
  useReadAgain(kind, [{ queryKey: options.queryKey }], id)
  return useQuery(options)
}

type Entry = Parameters<typeof describeTransition>[0] & {
  id: string
  by: string
  at: Date
  why: string | null
  note: string | null
}

function Entries({ entries }: { entries: readonly Entry[] }) {
  return (
    <ol className="flex flex-col gap-2 text-sm">
      {entries.map((entry) => (
        <li key={`${entry.order} ${entry.id}`} className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium">{describeTransition(entry)}</span>{' '}
          <span className="text-ink-2">
            by {entry.by} <RelativeTime at={entry.at} />
          </span>
          {entry.note ? (
            <span className="w-full whitespace-pre-wrap break-words border-l-2 pl-2">{entry.note}</span>
          ) : null}
          {entry.why ? <span className="w-full text-xs text-ink-2">{entry.why}</span> : null}
        </li>
      ))}
    </ol>
  )
}
