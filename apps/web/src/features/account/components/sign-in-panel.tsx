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
  if (query.data && !query.data.allowed)
    return (
      <Panel title="Sign-in" minHeightPx={80}>
        <p className="text-ink-2 text-sm">
          Single sign-on is enforced. You sign in with a provider. Your password and passkeys are refused and
          cannot be changed until an admin accepts passwords again.
        </p>
      </Panel>
    )
  return (
    <>
      <Panel title="Two-factor authentication" minHeightPx={110} {...state}>
        {query.data ? <TwoFactor isOn={query.data.twoFactor} /> : null}
      </Panel>
      <Panel title="Passkeys" minHeightPx={110} {...state}>
        {query.data ? (
          <PasskeyList passkeys={query.data.passkeys} usable={query.data.passkeysUsable} />
        ) : null}
      </Panel>
      <Panel title="Change password">
        <PasswordForm />
      </Panel>
    </>
  )
}
