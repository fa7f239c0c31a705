'use client'
import { TextField } from '@frostline/ui'
import type { ReactElement } from 'react'
import { z } from 'zod'
import { requiredText } from '@/form/field-schemas.ts'
import { FormDialog } from '@/form/form-frame.tsx'

const passwordOnly = z.object({ password: requiredText('Enter your password.') })

interface PasswordDialogProps {
  title: string
  description: string
  trigger: ReactElement
  submit: string
  /** Completes "Could not …". */
  task: string
  save: (given: { password: string }) => Promise<unknown>
}

/** Asks for one's own password before a change of how one signs in. */
export function PasswordDialog(props: PasswordDialogProps) {
  return (
    <FormDialog {...props} schema={passwordOnly} initial={() => ({ password: '' })}>
      {(form) => (
        <TextField
          {...form.field('password')}
          type="password"
          autoComplete="current-password"
          label="Your password"
        />
      )}
    </FormDialog>
  )
}
