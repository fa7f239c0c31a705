import { Badge, column, type DataColumn, numberColumn, RelativeTime, timeColumn } from '@frostline/ui'
import { roles } from '@/auth/use-person.ts'
import type { Token } from '../token.ts'
import { TokenStatePill } from './token-state.tsx'

/** The name is a button that opens the token. */
export function tokenColumns(onOpen: (id: string) => void): readonly DataColumn<Token>[] {
  return [
    column(
      'name',
      'Token',
      { minWidthPx: 180, grow: 3, hideable: false, sortValue: (token) => token.name },
      (token) => (
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
    ),
    column(
      'role',
      'Role',
      { minWidthPx: 96, sortValue: (token) => roles.indexOf(token.role), sortDescFirst: true },
      (token) => <Badge tone={token.role === 'admin' ? 'accent' : 'neutral'}>{token.role}</Badge>,
    ),
    column('state', 'State', 100, (token) => <TokenStatePill token={token} />),
    numberColumn(
      'expires',
      'Expires',
      { minWidthPx: 110, grow: 1, sortValue: (token) => token.expiresAt },
      (token) =>
        token.expiresAt ? <RelativeTime at={token.expiresAt} /> : <span className="text-ink-3">never</span>,
    ),
    numberColumn(
      'used',
      'Last used',
      { minWidthPx: 110, grow: 1, sortValue: (token) => token.lastUsedAt },
      (token) =>
        token.lastUsedAt ? <RelativeTime at={token.lastUsedAt} /> : <span className="text-ink-3">never</span>,
    ),
    timeColumn('created', 'Created', { minWidthPx: 110, grow: 1, sorted: true }, (token) => token.createdAt),
  ]
}
