'use client'
import { Button } from '@frostline/ui'
import { LogIn } from 'lucide-react'
import type { Route } from 'next'
import { useState } from 'react'
import { SignInProblem } from './sign-in-problem.tsx'

interface ProviderButtonsProps {
  providers: readonly { id: string; label: string }[]
  next: Route
  /** Why the last sign-in with a provider failed. */
  failure: string | null
}

export function ProviderButtons({ providers, next, failure }: ProviderButtonsProps) {
  const [busy, setBusy] = useState<string | null>(null)
  const [problem, setProblem] = useState(failure)
  const begin = async (provider: string) => {
    setBusy(provider)
    setProblem(null)
    const url = await askWhere(provider, next)
    if (url === null) {
      setProblem('The provider is not reachable. Try again, or contact an admin.')
      setBusy(null)
    } else window.location.assign(url)
  }
  return (
    <div className="flex flex-col gap-2">
      {providers.map(({ id, label }, index) => (
        <Button
          key={id}
          variant={index === 0 ? 'primary' : 'secondary'}
          className="h-9"
          icon={<LogIn aria-hidden />}
          busy={busy === id}
          disabled={busy !== null && busy !== id}
          onClick={() => void begin(id)}
        >
          {label}
        </Button>
      ))}
      <SignInProblem problem={problem} />
    </div>
  )
}

/** The address of the provider; null when there was no answer. */
async function askWhere(provider: string, callbackURL: Route): Promise<string | null> {
  try {
    const response = await fetch('/api/auth/sign-in/social', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ provider, callbackURL }),
    })
    const { url } = (await response.json()) as { url?: string }
    return response.ok && url && /^https?:/.test(url) ? url : null
  } catch {
    return null
  }
}
