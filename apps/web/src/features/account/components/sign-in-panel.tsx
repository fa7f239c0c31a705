'use client'
import { Panel } from '@frostline/ui'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { PasskeyList } from './passkey-list.tsx'
import { PasswordForm } from './password-form.tsx'
import { TwoFactor } from './two-factor.tsx'

/** Second factor, passkeys and password of the signed-in person. */
export function SignInPanel() {
  const trpc = useTRPC()
  const query = useQuery(trpc.passkeys.localSignIn.queryOptions())
  const state = panelFromQuery(query, { task: 'read how you sign in' })
  if (query.data && !query.data.hasPassword)
    return (
      <Panel title="Sign-in" minHeightPx={80}>
        <p className="text-ink-2 text-sm">
          You sign in with a provider. Password, second factor and passkeys are managed there.
        </p>
      </Panel>
    )
  return (
    <>
      <Panel title="Two-factor authentication" minHeightPx={110} {...state}>
        {query.data ? <TwoFactor isOn={query.data.twoFactor} /> : null}
      </Panel>
      <Panel title="Passkeys" minHeightPx={110} {...state}>
        {query.data ? <PasskeyList passkeys={query.data.passkeys} /> : null}
      </Panel>
      <Panel title="Change password">
        <PasswordForm />
      </Panel>
    </>
  )
}
