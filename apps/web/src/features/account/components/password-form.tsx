'use client'
import { Button, showToast, TextField } from '@frostline/ui'
import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod'
import { authClient } from '@/auth/client.ts'
import { fault, judged } from '@/form/field-schemas.ts'
import { FormFrame } from '@/form/form-frame.tsx'
import { useForm } from '@/form/use-form.ts'
import { useTRPC } from '@/trpc/context.ts'
import { findPasswordFault, passwordHint } from '../password-rules.ts'

const passwordForm = z
  .object({
    current: z.string().min(1, 'Enter your current password.'),
    next: judged(findPasswordFault),
    again: z.string(),
  })
  .superRefine(({ next, again }, context) => {
    if (again !== next) fault(context, ['again'], 'The passwords do not match.')
  })

export function PasswordForm() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const form = useForm(passwordForm, () => ({ current: '', next: '', again: '' }))
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const submit = async ({ current, next }: z.output<typeof passwordForm>) => {
    setProblem(null)
    setBusy(true)
    const status = await authClient
      .changePassword({ currentPassword: current, newPassword: next })
      .then(({ error }) => (error ? error.status : 200))
      .catch(() => 0)
    setBusy(false)
    if (status !== 200) {
      setProblem(explainPasswordFailure(status))
      return
    }
    form.reset()
    showToast({
      tone: 'success',
      title: 'Password changed',
      description: 'You are signed out of your other sessions.',
    })
    void queryClient.invalidateQueries({ queryKey: trpc.session.pathKey() })
  }
  const hidden = { type: 'password', autoComplete: 'new-password' }
  return (
    <FormFrame form={form} onSubmit={submit}>
      <TextField
        {...form.field('current')}
        type="password"
        autoComplete="current-password"
        label="Current password"
      />
      <TextField {...form.field('next')} {...hidden} label="New password" hint={passwordHint} />
      <TextField {...form.field('again')} {...hidden} label="Confirm new password" />
      <p className="text-ink-2 text-xs">This signs you out of all other sessions.</p>
      <Button type="submit" variant="primary" busy={busy} className="self-start">
        Change password
      </Button>
      {problem ? (
        <p role="alert" className="flex gap-2 text-danger-ink text-xs">
          <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {problem}
        </p>
      ) : null}
    </FormFrame>
  )
}

/** Why changing one's own password failed, by HTTP status; 0 means no response. */
function explainPasswordFailure(status: number): string {
  if (status === 429) return 'Too many attempts. Wait five minutes, then try again.'
  if (status === 401) return 'Your session has ended. Sign in again, then change the password.'
  if (status >= 400 && status < 500)
    return 'The current password is incorrect. If you forgot it, ask an admin to reset it.'
  return 'The console is not responding. The password may have been changed. Try to sign in with the new one.'
}
