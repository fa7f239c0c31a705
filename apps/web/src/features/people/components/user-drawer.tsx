'use client'
import {
  Button,
  ConfirmDialog,
  Drawer,
  EmptyState,
  formatExactTime,
  KeyValueList,
  RelativeTime,
  showToast,
} from '@frostline/ui'
import { Ban, UserCheck } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { accountRoles, usePerson } from '@/auth/use-person.ts'
import { NewPasswordField, type PasswordChoice } from '@/features/account/components/new-password-field.tsx'
import { AccountRoleField } from '@/features/account/components/role-field.tsx'
import { findPasswordFault } from '@/features/account/password-rules.ts'
import { routes } from '@/navigation/routes.ts'
import { useUserChanges } from '../hooks/use-user-changes.ts'
import type { IssuedPassword } from '../issued-password.ts'
import { passwordOf } from '../password-of.ts'
import type { User } from '../person.ts'
import { AccessSection } from './access-section.tsx'
import { DrawerSection } from './drawer-section.tsx'
import { BreakGlass, describeWays, ResetSecondFactor } from './sign-in-sections.tsx'
import { UserState } from './user-columns.tsx'

interface UserDrawerProps {
  /** Undefined while `open`: the URL names no user. */
  user: User | undefined
  open: boolean
  onClose: () => void
  onIssued: (issued: IssuedPassword) => void
}

export function UserDrawer({ user, open, onClose, onIssued }: UserDrawerProps) {
  return (
    <Drawer
      title={user?.name ?? 'User'}
      description={user?.email}
      open={open}
      onOpenChange={(next) => (next ? undefined : onClose())}
      className="max-w-lg"
    >
      {user ? (
        <UserBody key={user.id} user={user} onClose={onClose} onIssued={onIssued} />
      ) : (
        <EmptyState title="User not found" className="py-16">
          The link may be out of date. Choose a user from the list.
        </EmptyState>
      )}
    </Drawer>
  )
}

interface UserBodyProps {
  user: User
  onClose: () => void
  onIssued: (issued: IssuedPassword) => void
}

function UserBody({ user, onClose, onIssued }: UserBodyProps) {
  const me = usePerson()
  const isMe = me.kind === 'known' && me.person.email === user.email
  return (
    <div className="flex flex-col gap-6 p-5">
      <KeyValueList
        labelWidth="7rem"
        items={[
          { key: 'State', value: <UserState user={user} /> },
          ...(user.disabledAt ? [{ key: 'Disabled', value: <RelativeTime at={user.disabledAt} /> }] : []),
          {
            key: 'Last seen',
            value: user.lastSeenAt ? <RelativeTime at={user.lastSeenAt} /> : 'not signed in',
          },
          { key: 'Sessions', value: user.sessions },
          { key: 'Signs in with', value: describeWays(user) },
          { key: 'Created', value: formatExactTime(user.createdAt) },
          {
            key: 'Audit',
            value: (
              <Link
                href={`${routes.adminAudit}?actor=${encodeURIComponent(user.email)}`}
                className="text-accent-ink underline underline-offset-2"
              >
                What {user.name} did
              </Link>
            ),
          },
        ]}
      />
      <ChangeRole user={user} />
      <AccessSection user={user} />
      {user.breakGlass || (user.role === 'admin' && user.hasPassword) ? <BreakGlass user={user} /> : null}
      {isMe ? (
        <p className="text-ink-3 text-sm">
          This is your account. Change your password under{' '}
          <Link href={routes.account} className="text-accent-ink underline underline-offset-2">
            Account
          </Link>
          . Only another admin can disable it.
        </p>
      ) : (
        <>
          <ResetPassword
            user={user}
            onIssued={(issued) => {
              onClose()
              onIssued(issued)
            }}
          />
          {user.twoFactor || user.passkeys > 0 ? <ResetSecondFactor user={user} /> : null}
          <EndOrGiveAccess user={user} />
        </>
      )}
    </div>
  )
}

function ChangeRole({ user }: { user: User }) {
  const { setRole } = useUserChanges(user.email)
  const [role, setChosen] = useState(user.role)
  const lower = accountRoles.indexOf(role) < accountRoles.indexOf(user.role)
  const save = () =>
    setRole.mutate(
      { id: user.id, role },
      {
        onSuccess: () => showToast({ tone: 'success', title: `${user.email} is ${role} now` }),
        onError: () => setChosen(user.role),
      },
    )
  return (
    <DrawerSection title="Permissions">
      <AccountRoleField value={role} onValueChange={setChosen} />
      <div className="flex flex-wrap items-center gap-3">
        <Button disabled={role === user.role} busy={setRole.isPending} onClick={save}>
          Change role
        </Button>
        <p className="min-w-0 flex-1 text-ink-3 text-xs">
          {lower
            ? `Takes effect at their next request. API tokens they created with more permissions than ${role} are revoked.`
            : 'Takes effect at their next request.'}
          {user.providers.length > 0
            ? ' Their groups at the provider set the role again at each sign-in.'
            : ''}
        </p>
      </div>
    </DrawerSection>
  )
}

interface ResetPasswordProps {
  user: User
  onIssued: (issued: IssuedPassword) => void
}

function ResetPassword({ user, onIssued }: ResetPasswordProps) {
  const { resetPassword } = useUserChanges(user.email)
  const [choice, setChoice] = useState<PasswordChoice>({ kind: 'generated' })
  const fault = choice.kind === 'typed' ? findPasswordFault(choice.password) : undefined
  const typedSomething = choice.kind === 'typed' && choice.password !== ''
  const reset = async () => {
    const password = passwordOf(choice)
    await resetPassword.mutateAsync({ id: user.id, password })
    setChoice({ kind: 'generated' })
    if (choice.kind === 'generated') onIssued({ email: user.email, password })
    else showToast({ tone: 'success', title: `Password of ${user.email} reset` })
  }
  return (
    <DrawerSection title="New password">
      <NewPasswordField
        label="Password"
        value={choice}
        onValueChange={setChoice}
        error={typedSomething ? fault : undefined}
      />
      <ConfirmDialog
        title={`Set a new password for ${user.email}?`}
        description="The current password stops working and all their sessions end."
        confirmLabel="Set password"
        cancelLabel="Cancel"
        onConfirm={reset}
        trigger={
          <Button className="self-start" disabled={fault !== undefined}>
            Reset password
          </Button>
        }
      />
    </DrawerSection>
  )
}

function EndOrGiveAccess({ user }: { user: User }) {
  const { disable, enable } = useUserChanges(user.email)
  if (user.disabledAt)
    return (
      <DrawerSection title="Restore access">
        <p className="text-ink-2 text-sm">
          The user keeps the previous password and role. API tokens stay revoked.
        </p>
        <Button
          className="self-start"
          icon={<UserCheck aria-hidden />}
          busy={enable.isPending}
          onClick={() =>
            enable.mutate(
              { id: user.id },
              { onSuccess: () => showToast({ tone: 'success', title: `Enabled ${user.email}` }) },
            )
          }
        >
          Enable user
        </Button>
      </DrawerSection>
    )
  return (
    <DrawerSection title="End access">
      <p className="text-ink-2 text-sm">
        The user is signed out and cannot sign in again. Audit entries are kept.
      </p>
      <ConfirmDialog
        danger
        title={`Disable ${user.email}?`}
        description="All sessions end now, and API tokens they created are revoked. You can enable the user again, but not the tokens."
        confirmLabel="Disable user"
        cancelLabel="Cancel"
        onConfirm={async () => {
          await disable.mutateAsync({ id: user.id })
          showToast({ tone: 'success', title: `Disabled ${user.email}` })
        }}
        trigger={
          <Button className="self-start" icon={<Ban aria-hidden />}>
            Disable user
          </Button>
        }
      />
    </DrawerSection>
  )
}
