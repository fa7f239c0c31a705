'use client'
import { LogoMark } from '@frostline/ui'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { usePerson } from '../../../auth/use-person.ts'
import { FrostField } from './frost-field.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** `next`: the page of ours that was asked for before signing in. */
export function SignInPage({ next }: { next: Route }) {
  const router = useRouter()
  const signedIn = usePerson().kind === 'known'
  useEffect(() => {
    if (signedIn) router.replace(next)
  }, [signedIn, next, router])
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
          <SignInForm onSignedIn={() => router.replace(next)} />
        </div>
      </div>
      <FrostField />
    </main>
  )
}
