'use client'
import { Button } from '@frostline/ui'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { explainPasskeyFailure, signInWithPasskey } from '../../../auth/passkeys.ts'
import { SignInProblem } from './sign-in-problem.tsx'

export function PasskeyButton({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const signIn = async () => {
    setBusy(true)
    setProblem(null)
    const outcome = await signInWithPasskey()
    if (outcome === 'done') await onSignedIn()
    else setProblem(explainPasskeyFailure(outcome))
    setBusy(false)
  }
  return (
    <div className="flex flex-col gap-2">
      <Button className="h-9" icon={<Fingerprint aria-hidden />} busy={busy} onClick={() => void signIn()}>
        Use a passkey
      </Button>
      <SignInProblem problem={problem} />
    </div>
  )
}
