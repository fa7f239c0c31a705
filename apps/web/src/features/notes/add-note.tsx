'use client'
import { Button, TextField } from '@frostline/ui'
import { MessageSquarePlus } from 'lucide-react'
import { z } from 'zod'
import { useRoleAllows } from '@/auth/use-person.ts'
import { requiredText } from '@/form/field-schemas.ts'
import { FormDialog } from '@/form/form-frame.tsx'

const noteForm = z.object({ text: requiredText('Enter a note.') })

interface AddNoteProps {
  /** What the note is about: "the run". */
  of: string
  save: (text: string) => Promise<unknown>
}

/** Adds an operator's note, for later readers. */
export function AddNote({ of, save }: AddNoteProps) {
  if (!useRoleAllows('operator')) return null
  return (
    <FormDialog
      title="Add note"
      description={`Visible to everybody who can see ${of}. Notes cannot be changed or deleted.`}
      size="sm"
      trigger={
        <Button size="sm" icon={<MessageSquarePlus aria-hidden />}>
          Add note
        </Button>
      }
      schema={noteForm}
      initial={() => ({ text: '' })}
      submit="Add note"
      save={({ text }) => save(text)}
    >
      {(form) => <TextField {...form.field('text')} label="Note" rows={5} maxLength={2_000} />}
    </FormDialog>
  )
}
