'use client'
import { Badge, KeyValueList, Panel, SkeletonRows } from '@frostline/ui'
import { usePerson } from '@/auth/use-person.ts'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { GrantList } from '@/features/teams/grants/grant-list.tsx'
import { useVisit } from '@/navigation/use-visit.ts'
import { meaningOfRole } from '../role-meanings.ts'
import { SessionsPanel } from './sessions-panel.tsx'
import { SignInPanel } from './sign-in-panel.tsx'

/** Settings of the signed-in user. */
export function AccountPage() {
  const state = usePerson()
  const visit = useVisit()
  return (
    <>
      <PageHeader title="Account" description="How you sign in, and where you are signed in." />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <SessionsPanel />
        <div className="flex flex-col gap-4">
          <Panel title="You" minHeightPx={150}>
            {state.kind === 'known' ? (
              <KeyValueList
                labelWidth="4rem"
                items={[
                  { key: 'Name', value: state.person.name },
                  { key: 'Email', value: state.person.email },
                  {
                    key: 'Role',
                    value: <Badge>{state.person.role}</Badge>,
                    note: meaningOfRole[state.person.role],
                  },
                  ...(state.person.role === 'admin'
                    ? []
                    : [
                        {
                          key: 'Access',
                          value: <GrantList grants={state.person.grants} empty="None yet. Ask an admin." />,
                        },
                      ]),
                ]}
              />
            ) : (
              <SkeletonRows count={4} />
            )}
          </Panel>
          <SignInPanel key={visit} />
        </div>
      </div>
    </>
  )
}
