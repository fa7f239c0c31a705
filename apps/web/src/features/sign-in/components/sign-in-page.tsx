'use client'
import { Button, Field, Input, LogoMark } from '@frostline/ui'
import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { type FormEvent, useEffect, useState } from 'react'
import { authClient } from '../../../auth/client.ts'
import { sessionQuery } from '../../../auth/session.ts'
import { usePerson } from '../../../auth/use-person.ts'
import { explainSignInFailure } from '../explain-sign-in-failure.ts'

const columns = 26
const rows = 18

/** Ornament of the sign-in page: partitions cooling from left to right, the frost line climbing through them. */
function FrostField() {
  return (
    <div
      aria-hidden
      className="relative hidden items-center justify-center overflow-hidden border-l bg-sunken lg:flex"
    >
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${columns * 24} ${rows * 24}`}
        className="h-full w-full"
        preserveAspectRatio="xMidYMid slice"
      >
        {Array.from({ length: columns * rows }, (_, index) => {
          const column = index % columns
          const row = Math.floor(index / columns)
          const line = rows * (0.96 - 0.86 * smooth(column / (columns - 1))) + ripple(column)
          const cold = Math.min(1, Math.max(0, row + 1 - line))
          const strength = 0.14 + 0.72 * Math.exp(-((row + 0.5 - line) ** 2) / 18)
          return (
            <g key={`${column}-${row}`} opacity={strength.toFixed(3)}>
              <rect
                x={column * 24 + 3}
                y={row * 24 + 3}
                width={18}
                height={18}
                rx={3}
                fill="var(--color-hot)"
              />
              {cold > 0 ? (
                <rect
                  x={column * 24 + 3}
                  y={(row * 24 + 3 + 18 * (1 - cold)).toFixed(2)}
                  width={18}
                  height={(18 * cold).toFixed(2)}
                  rx={cold === 1 ? 3 : 1}
                  fill="var(--color-cold)"
                />
              ) : null}
            </g>
          )
        })}
      </svg>
    </div>
  )
}

function smooth(x: number): number {
  return x * x * (3 - 2 * x)
}

function ripple(column: number): number {
  return 0.9 * Math.sin(column * 1.7) + 0.5 * Math.sin(column * 0.6 + 1)
}

/** `next`: the page of this console that was requested before signing in. */
export function SignInPage({ next }: { next: Route }) {
  const router = useRouter()
  const queryClient = useQueryClient()
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
          <SignInForm onSignedIn={() => queryClient.invalidateQueries(sessionQuery)} />
        </div>
      </div>
      <FrostField />
    </main>
  )
}

function SignInForm({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
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
    if (status === 200) await onSignedIn()
    else setProblem(explainSignInFailure(status))
    setBusy(false)
  }
  return (
    <form method="post" onSubmit={submit} className="flex flex-col gap-4">
      <Field label="Email" name="email">
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
