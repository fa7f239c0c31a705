'use client'
import { DataTable, Panel } from '@frostline/ui'
import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { NeedsRole } from '@/auth/needs-role.tsx'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { sortParam, textParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { useVisit } from '@/navigation/use-visit.ts'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { CreateToken } from './create-token.tsx'
import { type IssuedToken, NewToken } from './new-token.tsx'
import { tokenColumns } from './token-columns.tsx'
import { TokenDrawer } from './token-drawer.tsx'

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
        description="Keys for the REST API under /api/v1. Each has a role. They work without a password, from any address."
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
                  icon: <KeyRound />,
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
