'use client'
import {
  Badge,
  column,
  type DataColumn,
  DataTable,
  EmptyPicture,
  numberColumn,
  Panel,
  RelativeTime,
  timeColumn,
} from '@frostline/ui'
import { useQuery } from '@tanstack/react-query'
import { KeyRound, Terminal } from 'lucide-react'
import { useState } from 'react'
import { NeedsRole } from '@/auth/needs-role.tsx'
import { roles } from '@/auth/use-person.ts'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { sortParam, textParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { useVisit } from '@/navigation/use-visit.ts'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import type { Token } from '../token.ts'
import { CreateToken } from './create-token.tsx'
import { type IssuedToken, NewToken } from './new-token.tsx'
import { TokenDrawer } from './token-drawer.tsx'
import { TokenStatePill } from './token-state.tsx'

const params = {
  /** Id of the token whose drawer is open. */
  token: textParam(),
  sort: sortParam(['name', 'role', 'expires', 'used', 'created'], null),
}

export function TokensPage() {
  const visit = useVisit()
  return (
    <NeedsRole needed="admin" title="API tokens" task="Managing API tokens">
      <Tokens key={visit} />
    </NeedsRole>
  )
}

function Tokens() {
  const trpc = useTRPC()
  const query = useQuery(trpc.tokens.list.queryOptions())
  const [{ token: openId, sort }, setUrl] = useUrlState(params)
  const [issued, setIssued] = useState<IssuedToken | null>(null)
  const tokens = query.data?.tokens ?? []
  const columns = tokenColumns((id) => setUrl({ token: id }, { history: 'push' }))
  return (
    <>
      <PageHeader
        title="API tokens"
        description="Keys for the REST API under /api/v1. Each has a role. They work without a password."
        actions={<CreateToken onIssued={setIssued} />}
      />
      {issued ? <NewToken issued={issued} onDismiss={() => setIssued(null)} /> : null}
      <Panel
        title="All tokens"
        flush
        minHeightPx={160}
        {...panelFromQuery(query, {
          task: 'read the tokens',
          empty: () =>
            tokens.length > 0
              ? null
              : {
                  picture: (
                    <EmptyPicture
                      of={[
                        [Terminal, 'plain'],
                        [KeyRound, 'accent'],
                      ]}
                    />
                  ),
                  title: 'No tokens',
                  children:
                    'Scripts and tools need a token to call the REST API. Create one per program, with the least role it needs.',
                },
        })}
      >
        <DataTable
          label="API tokens"
          columns={columns}
          rows={tokens}
          getRowId={(row) => row.id}
          sort={sort}
          onSortChange={(next) => setUrl({ sort: next })}
          rowHeightPx={48}
        />
      </Panel>
      <TokenDrawer
        token={tokens.find(({ id }) => id === openId)}
        open={openId !== '' && !query.isPending}
        onClose={() => setUrl({ token: '' }, { history: 'push' })}
      />
    </>
  )
}

/** The name is a button that opens the token. */
function tokenColumns(onOpen: (id: string) => void): readonly DataColumn<Token>[] {
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
      { minWidthPx: 130, grow: 1, sortValue: (token) => token.lastUsedAt },
      (token) =>
        token.lastUsedAt ? (
          <span className="block min-w-0">
            <RelativeTime at={token.lastUsedAt} />
            <span className="block truncate font-mono text-ink-3 text-xs">{token.lastUsedAddress}</span>
          </span>
        ) : (
          <span className="text-ink-3">never</span>
        ),
    ),
    timeColumn('created', 'Created', { minWidthPx: 110, grow: 1, sorted: true }, (token) => token.createdAt),
  ]
}
