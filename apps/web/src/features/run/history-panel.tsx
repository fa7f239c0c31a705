'use client'
import { Button, Panel, RelativeTime, TextField } from '@frostline/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { MessageSquarePlus } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod'
import { useRoleAllows } from '@/auth/use-person.ts'
import { requiredText } from '@/form/field-schemas.ts'
import { FormDialog } from '@/form/form-frame.tsx'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromLedger } from '@/trpc/panel-from-query.ts'
import { reportError } from '@/trpc/report-error.ts'
import { useActionHandlers } from '@/trpc/use-action-handlers.ts'
import { useReadAgain } from '@/trpc/use-read-again.ts'
import { describeTransition } from './describe-transition.ts'

const noteForm = z.object({ text: requiredText('Enter a note.') })

/** Adds an operator's note to a run, for later readers. */
function AddNote({ id }: { id: string }) {
  const trpc = useTRPC()
  const handlers = useActionHandlers(trpc.runs.history.queryKey({ id }))
  const add = useMutation(trpc.runs.addNote.mutationOptions(handlers('add the note')))
  if (!useRoleAllows('operator')) return null
  return (
    <FormDialog
      title="Add note"
      description="Visible to everybody who can see the run. Notes cannot be changed or deleted."
      size="sm"
      trigger={
        <Button size="sm" icon={<MessageSquarePlus aria-hidden />}>
          Add note
        </Button>
      }
      schema={noteForm}
      initial={() => ({ text: '' })}
      submit="Add note"
      save={({ text }) => add.mutateAsync({ id, text })}
    >
      {(form) => <TextField {...form.field('text')} label="Note" rows={5} maxLength={2_000} />}
    </FormDialog>
  )
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
      actions={<AddNote {...run} />}
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
        <AddNote {...run} />
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
