'use client'
import {
  Button,
  column,
  countColumn,
  type DataColumn,
  DataTable,
  EmptyPicture,
  Panel,
  timeColumn,
} from '@frostline/ui'
import { useQuery } from '@tanstack/react-query'
import { Database, Plus, UsersRound } from 'lucide-react'
import { NeedsRole } from '@/auth/needs-role.tsx'
import { CustomRolesPanel } from '@/features/custom-roles/custom-roles-panel.tsx'
import { ManagedNotice } from '@/features/desired-state/managed.tsx'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { sortParam, textParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { useReadAgain } from '@/trpc/use-read-again.ts'
import { GrantList } from '../grants/grant-list.tsx'
import type { Team } from '../team.ts'
import { TeamDrawer } from './team-drawer.tsx'
import { TeamForm } from './team-form.tsx'

const params = {
  /** Id of the team whose drawer is open. */
  team: textParam(),
  sort: sortParam(['name', 'members', 'changed'], null),
}

export function TeamsPage() {
  return (
    <NeedsRole needed="admin" title="Teams" task="Managing teams">
      <Teams />
    </NeedsRole>
  )
}

function Teams() {
  const trpc = useTRPC()
  const options = trpc.teams.list.queryOptions()
  const query = useQuery(options)
  useReadAgain('team', [{ queryKey: options.queryKey }])
  const [{ team: openId, sort }, setUrl] = useUrlState(params)
  const teams = query.data ?? []
  return (
    <>
      <PageHeader
        title="Teams"
        description="Who may see and change which tables and sources, and with which roles."
        actions={
          <TeamForm
            trigger={
              <Button variant="primary" icon={<Plus aria-hidden />}>
                Create team
              </Button>
            }
          />
        }
      />
      <div className="flex min-w-0 flex-col gap-4">
        <ManagedNotice kinds={['teams', 'customRoles']} />
        <Panel
          title="All teams"
          flush
          minHeightPx={160}
          {...panelFromQuery(query, {
            task: 'read the teams',
            empty: () =>
              teams.length > 0
                ? null
                : {
                    picture: (
                      <EmptyPicture
                        of={[
                          [UsersRound, 'plain'],
                          [Database, 'accent'],
                        ]}
                      />
                    ),
                    title: 'No teams yet',
                    children:
                      'A team gives its members a role on some tables and sources. Give their accounts the role member, so that they see nothing else.',
                  },
          })}
        >
          <DataTable
            label="Teams"
            columns={teamColumns((id) => setUrl({ team: id }, { history: 'push' }))}
            rows={teams}
            getRowId={(row) => row.id}
            sort={sort}
            onSortChange={(next) => setUrl({ sort: next })}
            rowHeightPx={76}
          />
        </Panel>
        <CustomRolesPanel />
      </div>
      <TeamDrawer
        team={teams.find(({ id }) => id === openId)}
        open={openId !== '' && !query.isPending}
        onClose={() => setUrl({ team: '' }, { history: 'push' })}
      />
    </>
  )
}

/** The name is a button that opens the team. */
function teamColumns(onOpen: (id: string) => void): readonly DataColumn<Team>[] {
  return [
    column(
      'name',
      'Team',
      { minWidthPx: 150, grow: 2, hideable: false, sortValue: (team) => team.name },
      ({ id, name }) => (
        <button type="button" className="truncate font-medium hover:underline" onClick={() => onOpen(id)}>
          {name}
        </button>
      ),
    ),
    column('grants', 'Grants', { minWidthPx: 260, grow: 4 }, ({ grants }) => <Grants grants={grants} />),
    countColumn('members', 'Members', { minWidthPx: 104, sorted: true }, ({ members }) => members.length),
    column('groups', 'Groups', { minWidthPx: 120, grow: 2 }, ({ groups }) => (
      <span className="truncate font-mono text-xs">{groups.join(', ')}</span>
    )),
    timeColumn('changed', 'Changed', { minWidthPx: 110, sorted: true }, ({ updatedAt }) => updatedAt),
  ]
}

const shownGrants = 2

/** The row has a fixed height: the drawer lists all. */
function Grants({ grants }: Pick<Team, 'grants'>) {
  const more = grants.length - shownGrants
  return (
    <div className="min-w-0">
      <GrantList grants={grants.slice(0, shownGrants)} empty="none" />
      {more > 0 ? <p className="text-ink-3 text-xs">and {more} more</p> : null}
    </div>
  )
}
