'use client'
import { LogoMark } from '@frostline/ui'
import { useQueryClient } from '@tanstack/react-query'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { sessionQuery } from '../../../auth/session.ts'
import { usePerson } from '../../../auth/use-person.ts'
import { explainProviderFailure } from '../explain-provider-failure.ts'
import { FrostField } from './frost-field.tsx'
import { LocalSignIn } from './local-sign-in.tsx'
import { ProviderButtons } from './provider-buttons.tsx'

interface SignInPageProps {
  /** The page of this console that was requested before signing in. */
  next: Route
  /** Code of a failed sign-in with a provider. */
  failure: string | null
  options: { providers: readonly { id: string; label: string }[]; enforceSso: boolean; passkeys: boolean }
}

export function SignInPage({ next, failure, options }: SignInPageProps) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const signedIn = usePerson().kind === 'known'
  useEffect(() => {
    if (signedIn) router.replace(next)
  }, [signedIn, next, router])
  const { providers, enforceSso, passkeys } = options
  const explained = explainProviderFailure(failure)
  const onSignedIn = () => queryClient.invalidateQueries(sessionQuery)
  return (
    <main className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)]">
      <div className="flex flex-col justify-center px-6 py-10 sm:px-12">
        <div className="mx-auto w-full max-w-80">
          <p className="flex items-center gap-2.5 font-semibold text-lg tracking-tight">
            <LogoMark className="size-7" />
            Frostline
          </p>
          <h1 className="mt-8 font-semibold text-2xl tracking-tight">Sign in</h1>
          <p className="mt-1 mb-6 text-ink-3">See and manage where your ClickHouse data is stored.</p>
          {providers.length > 0 || explained ? (
            <ProviderButtons providers={providers} next={next} failure={explained} />
          ) : null}
          <LocalSignIn
            onSignedIn={onSignedIn}
            enforceSso={enforceSso}
            hasProviders={providers.length > 0}
            passkeys={passkeys}
          />
        </div>
      </div>
      <FrostField />
    </main>
  )
}
