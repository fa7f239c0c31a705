'use client'
import { Button, Field, Input } from '@frostline/ui'
import { CircleAlert } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { authClient } from '../../../auth/client.ts'
import { explainSignInFailure } from '../explain-sign-in-failure.ts'

export function SignInForm({ onSignedIn }: { onSignedIn: () => void }) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setBusy(true)
    setProblem(null)
    const status = await authClient.signIn
      .email({ email: String(form.get('email')), password: String(form.get('password')) })
      .then(({ error }) => (error ? error.status : 200))
      .catch(() => 0)
    setBusy(false)
    if (status === 200) onSignedIn()
    else setProblem(explainSignInFailure(status))
  }
  return (
    <form method="post" onSubmit={submit} className="flex flex-col gap-4">
      <Field label="E-mail" name="email">
        <Input type="email" autoComplete="username" required autoFocus className="h-9" />
      </Field>
      <Field label="Password" name="password">
        <Input type="password" autoComplete="current-password" required className="h-9" />
      </Field>
      <Button type="submit" variant="primary" busy={busy} className="h-9">
        Sign in
      </Button>
      <div role="alert" className="min-h-9 text-danger-ink text-xs">
        {problem ? (
          <p className="flex gap-2">
            <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
            {problem}
          </p>
        ) : null}
      </div>
    </form>
  )
}
