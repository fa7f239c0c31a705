'use client'
import { Button } from '@frostline/ui'
import { useState } from 'react'
import { CodeForm } from './code-form.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { PasswordSignIn } from './password-sign-in.tsx'

interface LocalSignInProps {
  onSignedIn: () => Promise<void>
  enforceSso: boolean
  hasProviders: boolean
  passkeys: boolean
}

/** Sign-in without a provider: password, then perhaps a code, or a passkey. */
export function LocalSignIn({ onSignedIn, enforceSso, hasProviders, passkeys }: LocalSignInProps) {
  const [step, setStep] = useState<'closed' | 'password' | 'code'>(enforceSso ? 'closed' : 'password')
  if (step === 'code') return <CodeForm onSignedIn={onSignedIn} onCancel={() => setStep('password')} />
  if (step === 'closed')
    return (
      <Button variant="ghost" size="sm" onClick={() => setStep('password')}>
        Break-glass sign-in
      </Button>
    )
  return (
    <>
      {enforceSso ? (
        <p className="mb-4 rounded-md bg-warn-soft px-3 py-2 text-warn-ink text-xs">
          For break-glass admins only. The audit log lists each such sign-in as a separate action.
        </p>
      ) : hasProviders ? (
        <p className="mt-2 mb-4 flex items-center gap-3 text-ink-3 text-xs before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          or
        </p>
      ) : null}
      <PasswordSignIn
        onSignedIn={onSignedIn}
        onCodeNeeded={() => setStep('code')}
        enforceSso={enforceSso}
        isFirst={!hasProviders}
      />
      {passkeys ? <PasskeyButton onSignedIn={onSignedIn} /> : null}
    </>
  )
}
