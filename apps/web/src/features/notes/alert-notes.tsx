'use client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import { reportError } from '@/trpc/report-error.ts'
import { useActionHandlers } from '@/trpc/use-action-handlers.ts'
import { useReadAgain } from '@/trpc/use-read-again.ts'
import { AddNote } from './add-note.tsx'
import { NoteEntries } from './note-entries.tsx'

/** What people wrote down about an alert, while it fires and after. */
export function AlertNotes({ id }: { id: string }) {
  const trpc = useTRPC()
  const options = trpc.alerts.notes.queryOptions({ id })
  const query = useQuery(options)
  useReadAgain('alert', [{ queryKey: options.queryKey }], id)
  const handlers = useActionHandlers(options.queryKey)
  const add = useMutation(trpc.alerts.addNote.mutationOptions(handlers('add the note')))
  return (
    <section aria-label="Notes" className="flex min-w-0 flex-col items-start gap-2">
      <h3 className="font-medium text-sm">Notes</h3>
      {query.error ? (
        <p role="alert" className="text-danger-ink text-sm">
          {reportError(query.error, 'read the notes').object}
        </p>
      ) : null}
      {query.data?.length === 0 ? <p className="text-ink-3 text-sm">None yet.</p> : null}
      <NoteEntries notes={query.data ?? []} />
      <AddNote of="the alert" save={(text) => add.mutateAsync({ id, text })} />
    </section>
  )
}
