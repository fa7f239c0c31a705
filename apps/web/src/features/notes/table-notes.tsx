'use client'
import { Fold } from '@frostline/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRoleAllows } from '@/auth/use-person.ts'
import type { ClusterTable } from '@/features/tables/table-of-address.ts'
import { late } from '@/navigation/late.tsx'
import { useTRPC } from '@/trpc/context.ts'
import { useActionHandlers } from '@/trpc/use-action-handlers.ts'
import { useReadAgain } from '@/trpc/use-read-again.ts'
import { NoteEntries } from './note-entries.tsx'

const AddNote = late(async () => (await import('./add-note.tsx')).AddNote)

/** What people wrote down about a table. Viewers see nothing while there are no notes. */
export function TableNotes({ at }: { at: ClusterTable }) {
  const trpc = useTRPC()
  const options = trpc.tables.notes.queryOptions(at)
  const query = useQuery(options)
  useReadAgain('table-note', [{ queryKey: options.queryKey }])
  const handlers = useActionHandlers(options.queryKey)
  const add = useMutation(trpc.tables.addNote.mutationOptions(handlers('add the note')))
  const canAdd = useRoleAllows('operator')
  const notes = query.data ?? []
  if (notes.length === 0 && !canAdd && !query.error) return null
  return (
    <Fold
      title="Notes"
      note={query.data || !query.error ? describeNotes(query.data) : 'Could not be read'}
      className="mb-4"
    >
      <div className="flex flex-col items-start gap-3">
        {query.error ? (
          <p role="alert" className="text-danger-ink text-sm">
            The notes could not be read. Reload the page.
          </p>
        ) : null}
        <NoteEntries notes={notes} />
        <AddNote of="the table" save={(text) => add.mutateAsync({ ...at, text })} />
      </div>
    </Fold>
  )
}

function describeNotes(notes: readonly { by: string }[] | undefined): string {
  if (notes === undefined) return ' '
  const [last] = notes
  return last ? `${notes.length}, the last by ${last.by}` : 'None yet'
}
