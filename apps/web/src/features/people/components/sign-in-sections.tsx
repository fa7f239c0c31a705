import { Button, ConfirmDialog, Switch, showToast } from '@frostline/ui'
import { useUserChanges } from '../hooks/use-user-changes.ts'
import type { User } from '../person.ts'
import { DrawerSection } from './drawer-section.tsx'

/** "Password with code, 2 passkeys, okta". */
export function describeWays(user: User): string {
  const ways = [
    ...(user.hasPassword ? [user.twoFactor ? 'Password with code' : 'Password'] : []),
    ...(user.passkeys === 0 ? [] : [user.passkeys === 1 ? '1 passkey' : `${user.passkeys} passkeys`]),
    ...user.providers,
  ]
  return ways.length === 0 ? 'Nothing: set a password, or let them use a provider' : ways.join(', ')
}

/** Whether an admin may use a password although single sign-on is enforced. */
export function BreakGlass({ user }: { user: User }) {
  const { setBreakGlass } = useUserChanges(user.email)
  return (
    <DrawerSection title="Break-glass access">
      <Switch
        checked={user.breakGlass}
        disabled={setBreakGlass.isPending}
        onCheckedChange={(breakGlass) => setBreakGlass.mutate({ id: user.id, breakGlass })}
      >
        May sign in with a password while single sign-on is enforced
      </Switch>
      <p className="text-ink-3 text-xs">
        Lets this admin in when the provider is down. Groups do not change the role of a break-glass admin.
        Protect the account with two-factor authentication.
      </p>
    </DrawerSection>
  )
}

export function ResetSecondFactor({ user }: { user: User }) {
  const { resetSecondFactor } = useUserChanges(user.email)
  return (
    <DrawerSection title="Second factor">
      <ConfirmDialog
        danger
        title={`Reset the second factor of ${user.email}?`}
        description="Codes, recovery codes and passkeys stop working, and all their sessions end. The password alone is then enough to sign in. Make sure that the request is really theirs."
        confirmLabel="Reset second factor"
        cancelLabel="Cancel"
        onConfirm={async () => {
          await resetSecondFactor.mutateAsync({ id: user.id })
          showToast({ tone: 'success', title: `Second factor of ${user.email} reset` })
        }}
        trigger={<Button className="self-start">Reset second factor</Button>}
      />
    </DrawerSection>
  )
}
