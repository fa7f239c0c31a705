'use client'
import { Button, ErrorState, SkeletonRows, showToast } from '@frostline/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { z } from 'zod'
import { sessionQuery } from '@/auth/session.ts'
import { draftOfGrant, grantsForm } from '@/features/teams/grants/grant-form.ts'
import { GrantList } from '@/features/teams/grants/grant-list.tsx'
import { GrantsField } from '@/features/teams/grants/grants-field.tsx'
import { FormDialog } from '@/form/form-frame.tsx'
import { routes } from '@/navigation/routes.ts'
import { useTRPC } from '@/trpc/context.ts'
import { reportError } from '@/trpc/report-error.ts'
import { useRefetch } from '@/trpc/use-action-handlers.ts'
import type { User } from '../person.ts'
import { DrawerSection } from './drawer-section.tsx'

const accessForm = z.object({ grants: grantsForm })

/** What a person may do besides the role of the account, and by which team. */
export function AccessSection({ user }: { user: User }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const refetch = useRefetch(trpc.users.pathKey())
  const query = useQuery(trpc.users.access.queryOptions({ id: user.id }))
  const save = useMutation(
    trpc.users.setGrants.mutationOptions({
      ...refetch,
      // It may be the own account.
      onSuccess: () => void queryClient.invalidateQueries(sessionQuery),
    }),
  )
  return (
    <DrawerSection title="Access">
      <p className="text-ink-3 text-xs">{explain(user)}</p>
      {query.error ? (
        <ErrorState
          error={reportError(query.error, 'read the grants')}
          onRetry={() => void query.refetch()}
        />
      ) : null}
      {query.isPending ? <SkeletonRows count={2} /> : null}
      {query.data ? (
        <>
          <GrantList grants={query.data.grants} empty="No grants of their own." />
          {query.data.teams.map((team) => (
            <div key={team.id} className="flex flex-col gap-1">
              <p className="text-sm">
                By{' '}
                <Link
                  href={`${routes.adminTeams}?team=${encodeURIComponent(team.id)}`}
                  className="text-accent-ink underline underline-offset-2"
                >
                  {team.name}
                </Link>
              </p>
              <GrantList grants={team.grants} empty="The team has no grants." />
            </div>
          ))}
          <FormDialog
            size="lg"
            title={`Grants of ${user.email}`}
            description="Take effect at their next request. Grants of their teams are changed in the team."
            trigger={<Button className="self-start">Edit grants</Button>}
            schema={accessForm}
            initial={(): z.input<typeof accessForm> => ({ grants: query.data.grants.map(draftOfGrant) })}
            submit="Save grants"
            task="save the grants"
            save={async ({ grants }) => {
              await save.mutateAsync({ id: user.id, grants })
              showToast({ tone: 'success', title: `Saved the grants of ${user.email}` })
            }}
          >
            {(form) => (
              <GrantsField
                {...form.field('grants')}
                name="grants"
                faults={form.faults}
                hint="Names are exact, or a prefix that ends with *, as in a_*. Only * matches all."
              />
            )}
          </FormDialog>
        </>
      ) : null}
    </DrawerSection>
  )
}

function explain({ role }: User): string {
  if (role === 'admin') return 'An admin may do everything. Grants add nothing.'
  if (role === 'member') return 'A member may do only what these grants say.'
  return `These grants add to the role ${role} on everything.`
}
