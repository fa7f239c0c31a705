'use client'
import { Drawer, EmptyState, formatExactTime, KeyValueList, RelativeTime } from '@frostline/ui'
import Link from 'next/link'
import { usePerson } from '@/auth/use-person.ts'
import { routes } from '@/navigation/routes.ts'
import type { IssuedPassword } from '../issued-password.ts'
import type { User } from '../person.ts'
import { ChangeRole } from './change-role.tsx'
import { EndOrGiveAccess } from './end-or-give-access.tsx'
import { ResetPassword } from './reset-password.tsx'
import { UserState } from './user-columns.tsx'

interface UserDrawerProps {
  /** Undefined while `open`: the address names nobody. */
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
          <EndOrGiveAccess user={user} />
        </>
      )}
    </div>
  )
}
