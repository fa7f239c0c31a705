'use client'
import { Button, Field, Input } from '@frostline/ui'
import { type FormEvent, useState } from 'react'
import { authClient } from '../../../auth/client.ts'
import { explainSignInFailure } from '../explain-sign-in-failure.ts'
import { SignInProblem } from './sign-in-problem.tsx'

interface PasswordSignInProps {
  onSignedIn: () => Promise<void>
  /** The password was right, and the account needs a code too. */
  onCodeNeeded: () => void
  enforceSso: boolean
  /** Whether nothing else is offered before it. */
  isFirst: boolean
}

export function PasswordSignIn({ onSignedIn, onCodeNeeded, enforceSso, isFirst }: PasswordSignInProps) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setBusy(true)
    setProblem(null)
    const { status, needsCode } = await authClient.signIn
      .email({ email: String(form.get('email')), password: String(form.get('password')) })
      .then(({ data, error }) => ({
        status: error ? error.status : 200,
        needsCode: data !== null && 'twoFactorRedirect' in data,
      }))
      .catch(() => ({ status: 0, needsCode: false }))
    if (needsCode) onCodeNeeded()
    else if (status === 200) await onSignedIn()
    else setProblem(explainSignInFailure(status, enforceSso))
    setBusy(false)
  }
  return (
    <form method="post" onSubmit={submit} className="flex flex-col gap-4">
      <Field label="Email" name="email">
        <Input type="email" autoComplete="username webauthn" required autoFocus={isFirst} className="h-9" />
      </Field>
      <Field label="Password" name="password">
        <Input type="password" autoComplete="current-password" required className="h-9" />
      </Field>
      <Button type="submit" variant={isFirst ? 'primary' : 'secondary'} busy={busy} className="h-9">
        Sign in
      </Button>
      <SignInProblem problem={problem} />
    </form>
  )
}
