import { Badge, type DataColumn, RelativeTime } from '@frostline/ui'
import { roles } from '@/auth/use-person.ts'
import type { Token } from '../token.ts'
import { TokenStatePill } from './token-state.tsx'

/** The name is a button that opens the token. */
export function tokenColumns(onOpen: (id: string) => void): readonly DataColumn<Token>[] {
  return [
    {
      id: 'name',
      header: 'Token',
      minWidthPx: 180,
      grow: 3,
      hideable: false,
      cell: (token) => (
        <button
          type="button"
          onClick={() => onOpen(token.id)}
          aria-label={`Open ${token.name}`}
          className="block w-full min-w-0 rounded-sm text-left hover:underline"
        >
          <span className="block truncate">{token.name}</span>
          <span className="block truncate font-mono text-ink-3 text-xs">{token.prefix}…</span>
        </button>
      ),
      sortValue: (token) => token.name,
    },
    {
      id: 'role',
      header: 'Role',
      minWidthPx: 96,
      cell: (token) => <Badge tone={token.role === 'admin' ? 'accent' : 'neutral'}>{token.role}</Badge>,
      sortValue: (token) => roles.indexOf(token.role),
      sortDescFirst: true,
    },
    {
      id: 'state',
      header: 'State',
      minWidthPx: 100,
      cell: (token) => <TokenStatePill token={token} />,
    },
    {
      id: 'expires',
      header: 'Expires',
      align: 'end',
      minWidthPx: 110,
      cell: (token) =>
        token.expiresAt ? <RelativeTime at={token.expiresAt} /> : <span className="text-ink-3">never</span>,
      sortValue: (token) => token.expiresAt,
    },
    {
      id: 'used',
      header: 'Last used',
      align: 'end',
      minWidthPx: 110,
      cell: (token) =>
        token.lastUsedAt ? <RelativeTime at={token.lastUsedAt} /> : <span className="text-ink-3">never</span>,
      sortValue: (token) => token.lastUsedAt,
      sortDescFirst: true,
    },
    {
      id: 'created',
      header: 'Created',
      align: 'end',
      minWidthPx: 110,
      cell: (token) => <RelativeTime at={token.createdAt} />,
      sortValue: (token) => token.createdAt,
      sortDescFirst: true,
    },
  ]
}
