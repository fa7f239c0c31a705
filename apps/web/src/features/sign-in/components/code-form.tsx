'use client'
import { Button, Field, Input } from '@frostline/ui'
import { type FormEvent, useState } from 'react'
import { authClient } from '../../../auth/client.ts'
import { explainCodeFailure } from '../explain-sign-in-failure.ts'
import { SignInProblem } from './sign-in-problem.tsx'

interface CodeFormProps {
  onSignedIn: () => Promise<void>
  onCancel: () => void
}

/** The second step: a code of the authenticator app, or a recovery code. */
export function CodeForm({ onSignedIn, onCancel }: CodeFormProps) {
  const [kind, setKind] = useState<'app' | 'recovery'>('app')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code')).replaceAll(' ', '')
    setBusy(true)
    setProblem(null)
    const { twoFactor } = authClient
    const verify = kind === 'app' ? twoFactor.verifyTotp({ code }) : twoFactor.verifyBackupCode({ code })
    const status = await verify.then(({ error }) => (error ? error.status : 200)).catch(() => 0)
    if (status === 200) await onSignedIn()
    else setProblem(explainCodeFailure(status))
    setBusy(false)
  }
  return (
    <form key={kind} method="post" onSubmit={submit} className="flex flex-col gap-4">
      {kind === 'app' ? (
        <Field label="Code" name="code" hint="The six digits that your authenticator app shows.">
          <Input
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            autoFocus
            maxLength={7}
            className="h-9"
          />
        </Field>
      ) : (
        <Field label="Recovery code" name="code" hint="Each recovery code works once.">
          <Input autoComplete="off" required autoFocus maxLength={20} className="h-9" />
        </Field>
      )}
      <Button type="submit" variant="primary" busy={busy} className="h-9">
        Verify
      </Button>
      <div className="flex flex-wrap justify-between gap-2">
        <Button size="sm" variant="ghost" onClick={() => setKind(kind === 'app' ? 'recovery' : 'app')}>
          {kind === 'app' ? 'Use a recovery code' : 'Use the app'}
        </Button>
        <Button size="sm" variant="ghost" onClick={onCancel}>
          Back
        </Button>
      </div>
      <SignInProblem problem={problem} />
    </form>
  )
}
