'use client'
import { Button, TextField } from '@frostline/ui'
import { useMutation } from '@tanstack/react-query'
import { MessageSquarePlus } from 'lucide-react'
import { z } from 'zod'
import { useRoleAllows } from '@/auth/use-person.ts'
import { requiredText } from '@/form/field-schemas.ts'
import { FormDialog } from '@/form/form-frame.tsx'
import { useTRPC } from '@/trpc/context.ts'
import { useActionHandlers } from '@/trpc/use-action-handlers.ts'

const noteForm = z.object({ text: requiredText('Enter a note.') })

/** What an operator has to say about a run, for those who look at it later. */
export function AddNote({ id }: { id: string }) {
  const trpc = useTRPC()
  const handlers = useActionHandlers(trpc.runs.history.queryKey({ id }))
  const add = useMutation(trpc.runs.addNote.mutationOptions(handlers('add the note')))
  if (!useRoleAllows('operator')) return null
  return (
    <FormDialog
      title="Add note"
      description="Everybody who can see the run sees the note. It cannot be changed or deleted."
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
