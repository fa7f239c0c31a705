'use client'
import { Button, Field, Input, showToast } from '@frostline/ui'
import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { authClient } from '@/auth/client.ts'
import { useTRPC } from '@/trpc/context.ts'
import { explainPasswordFailure } from '../explain-password-failure.ts'
import { focusFirstFault } from '../focus-first-fault.ts'
import { findPasswordFault, passwordHint } from '../password-rules.ts'

const empty = { current: '', next: '', again: '' }

export function PasswordForm() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const [values, setValues] = useState(empty)
  const [sent, setSent] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const faults = {
    current: values.current === '' ? 'Enter your current password.' : undefined,
    next: findPasswordFault(values.next),
    again: values.again === values.next ? undefined : 'The passwords do not match.',
  }
  const put = (key: keyof typeof empty) => (value: string) => setValues({ ...values, [key]: value })
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setSent(true)
    setProblem(null)
    if (faults.current || faults.next || faults.again) {
      focusFirstFault(event.currentTarget)
      return
    }
    setBusy(true)
    const status = await authClient
      .changePassword({ currentPassword: values.current, newPassword: values.next })
      .then(({ error }) => (error ? error.status : 200))
      .catch(() => 0)
    setBusy(false)
    if (status !== 200) {
      setProblem(explainPasswordFailure(status))
      return
    }
    setValues(empty)
    setSent(false)
    showToast({
      tone: 'success',
      title: 'Password changed',
      description: 'You are signed out of your other sessions.',
    })
    void queryClient.invalidateQueries({ queryKey: trpc.session.pathKey() })
  }
  return (
    <form method="post" noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field label="Current password" error={sent ? faults.current : undefined}>
        <Input
          type="password"
          autoComplete="current-password"
          value={values.current}
          onValueChange={put('current')}
        />
      </Field>
      <Field label="New password" hint={passwordHint} error={sent ? faults.next : undefined}>
        <Input type="password" autoComplete="new-password" value={values.next} onValueChange={put('next')} />
      </Field>
      <Field label="Confirm new password" error={sent ? faults.again : undefined}>
        <Input
          type="password"
          autoComplete="new-password"
          value={values.again}
          onValueChange={put('again')}
        />
      </Field>
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
    </form>
  )
}
