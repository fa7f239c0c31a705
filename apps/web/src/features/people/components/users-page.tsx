'use client'
import { DataTable, Panel } from '@frostline/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { NeedsRole } from '@/auth/needs-role.tsx'
import { SecretShownOnce } from '@/features/account/components/secret-shown-once.tsx'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { sortParam, textParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { useVisit } from '@/navigation/use-visit.ts'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import type { IssuedPassword } from '../issued-password.ts'
import { CreateUser } from './create-user.tsx'
import { userColumns } from './user-columns.tsx'
import { UserDrawer } from './user-drawer.tsx'

const params = {
  /** Id of the user whose drawer is open. */
  user: textParam(),
  sort: sortParam(['person', 'role', 'state', 'seen', 'sessions', 'created'], null),
}

export function UsersPage() {
  const visit = useVisit()
  return (
    <NeedsRole needed="admin" title="Users" task="Managing users">
      <Users key={visit} />
    </NeedsRole>
  )
}

function Users() {
  const trpc = useTRPC()
  const query = useQuery(trpc.users.list.queryOptions())
  const [{ user: openId, sort }, setUrl] = useUrlState(params)
  const [issued, setIssued] = useState<IssuedPassword | null>(null)
  const users = query.data?.users ?? []
  const columns = userColumns((id) => setUrl({ user: id }, { history: 'push' }))
  return (
    <>
      <PageHeader
        title="Users"
        description="Who can sign in, and with which role."
        actions={<CreateUser onIssued={setIssued} />}
      />
      {issued ? (
        <SecretShownOnce
          title={`Password of ${issued.email}`}
          secret={issued.password}
          onDismiss={() => setIssued(null)}
        >
          Send it to the user over a secure channel. They can change it under Account.
        </SecretShownOnce>
      ) : null}
      <Panel title="All users" flush minHeightPx={160} {...panelFromQuery(query, { task: 'read the users' })}>
        <DataTable
          label="Users"
          columns={columns}
          rows={users}
          getRowId={(row) => row.id}
          sort={sort}
          onSortChange={(next) => setUrl({ sort: next })}
          rowHeightPx={48}
        />
      </Panel>
      <UserDrawer
        user={users.find(({ id }) => id === openId)}
        open={openId !== '' && !query.isPending}
        onClose={() => setUrl({ user: '' }, { history: 'push' })}
        onIssued={setIssued}
      />
    </>
  )
}
