import {
  Badge,
  column,
  type DataColumn,
  numberColumn,
  RelativeTime,
  StatusPill,
  timeColumn,
} from '@frostline/ui'
import { accountRoles } from '@/auth/use-person.ts'
import type { User } from '../person.ts'

/** The user is a button that opens the drawer with all actions. */
export function userColumns(onOpen: (id: string) => void): readonly DataColumn<User>[] {
  return [
    column(
      'person',
      'Person',
      { minWidthPx: 190, grow: 3, hideable: false, sortValue: (user) => user.email },
      (user) => (
        <button
          type="button"
          onClick={() => onOpen(user.id)}
          className="block w-full min-w-0 rounded-sm text-left hover:underline"
        >
          <span className="block truncate">{user.name}</span>
          <span className="block truncate text-ink-3 text-xs">{user.email}</span>
        </button>
      ),
    ),
    column(
      'role',
      'Role',
      { minWidthPx: 96, sortValue: (user) => accountRoles.indexOf(user.role), sortDescFirst: true },
      (user) => <Badge tone={user.role === 'admin' ? 'accent' : 'neutral'}>{user.role}</Badge>,
    ),
    column('state', 'State', { minWidthPx: 100, sortValue: (user) => (user.disabledAt ? 1 : 0) }, (user) => (
      <UserState user={user} />
    )),
    numberColumn(
      'seen',
      'Last seen',
      {
        minWidthPx: 120,
        grow: 1,
        description: 'When the latest session started or was last renewed (at most once a day).',
        sortValue: (user) => user.lastSeenAt,
      },
      (user) =>
        user.lastSeenAt ? (
          <RelativeTime at={user.lastSeenAt} />
        ) : (
          <span className="text-ink-3">not signed in</span>
        ),
    ),
    numberColumn(
      'sessions',
      'Sessions',
      { minWidthPx: 92, grow: 1, sortValue: (user) => user.sessions },
      (user) => user.sessions,
    ),
    timeColumn('created', 'Created', { minWidthPx: 110, grow: 1, sorted: true }, (user) => user.createdAt),
  ]
}

export function UserState({ user }: { user: User }) {
  return user.disabledAt ? (
    <StatusPill tone="warn">disabled</StatusPill>
  ) : (
    <StatusPill tone="ok">active</StatusPill>
  )
}
