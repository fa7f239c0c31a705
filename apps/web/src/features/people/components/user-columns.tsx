import { Badge, type DataColumn, RelativeTime, StatusPill } from '@frostline/ui'
import { roles } from '@/auth/use-person.ts'
import type { User } from '../person.ts'

/** The person is a button that opens the drawer with all that can be done. */
export function userColumns(onOpen: (id: string) => void): readonly DataColumn<User>[] {
  return [
    {
      id: 'person',
      header: 'Person',
      minWidthPx: 190,
      grow: 3,
      hideable: false,
      cell: (user) => (
        <button
          type="button"
          onClick={() => onOpen(user.id)}
          aria-label={`Open ${user.email}`}
          className="block w-full min-w-0 rounded-sm text-left hover:underline"
        >
          <span className="block truncate">{user.name}</span>
          <span className="block truncate text-ink-3 text-xs">{user.email}</span>
        </button>
      ),
      sortValue: (user) => user.email,
    },
    {
      id: 'role',
      header: 'Role',
      minWidthPx: 96,
      cell: (user) => <Badge tone={user.role === 'admin' ? 'accent' : 'neutral'}>{user.role}</Badge>,
      sortValue: (user) => roles.indexOf(user.role),
      sortDescFirst: true,
    },
    {
      id: 'state',
      header: 'State',
      minWidthPx: 100,
      cell: (user) => <UserState user={user} />,
      sortValue: (user) => (user.disabledAt ? 1 : 0),
    },
    {
      id: 'seen',
      header: 'Last seen',
      description: 'When the latest session started or was last renewed (at most once a day).',
      align: 'end',
      minWidthPx: 120,
      cell: (user) =>
        user.lastSeenAt ? (
          <RelativeTime at={user.lastSeenAt} />
        ) : (
          <span className="text-ink-3">not signed in</span>
        ),
      sortValue: (user) => user.lastSeenAt,
      sortDescFirst: true,
    },
    {
      id: 'sessions',
      header: 'Sessions',
      align: 'end',
      minWidthPx: 92,
      cell: (user) => user.sessions,
      sortValue: (user) => user.sessions,
      sortDescFirst: true,
    },
    {
      id: 'created',
      header: 'Created',
      align: 'end',
      minWidthPx: 110,
      cell: (user) => <RelativeTime at={user.createdAt} />,
      sortValue: (user) => user.createdAt,
      sortDescFirst: true,
    },
  ]
}

export function UserState({ user }: { user: User }) {
  return user.disabledAt ? (
    <StatusPill tone="warn">disabled</StatusPill>
  ) : (
    <StatusPill tone="ok">active</StatusPill>
  )
}
