'use client'
import { Button, DraftDialog, Field, Textarea } from '@frostline/ui'
import { useMutation } from '@tanstack/react-query'
import { MessageSquarePlus } from 'lucide-react'
import { useRoleAllows } from '@/auth/use-person.ts'
import { useTRPC } from '@/trpc/context.ts'
import { useActionHandlers } from '@/trpc/use-action-handlers.ts'

const maxLength = 2_000

/** What an operator has to say about a run, for those who look at it later. */
export function AddNote({ id }: { id: string }) {
  const trpc = useTRPC()
  const handlers = useActionHandlers(trpc.runs.history.queryKey({ id }))
  const add = useMutation(trpc.runs.addNote.mutationOptions(handlers('add the note')))
  if (!useRoleAllows('operator')) return null
  return (
    <DraftDialog
      title="Add note"
      description="Everybody who can see the run sees the note. It cannot be changed or deleted."
      size="sm"
      trigger={
        <Button size="sm" icon={<MessageSquarePlus aria-hidden />}>
          Add note
        </Button>
      }
      initial={() => ''}
      saveLabel="Add note"
      cancelLabel="Cancel"
      save={(text) => (text.trim() === '' ? null : add.mutateAsync({ id, text }))}
    >
      {({ draft, change, tried }) => (
        <Field label="Note" error={tried && draft.trim() === '' ? 'Enter a note.' : undefined}>
          <Textarea rows={5} maxLength={maxLength} value={draft} onValueChange={change} />
        </Field>
      )}
    </DraftDialog>
  )
}
