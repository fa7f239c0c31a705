'use client'
import { Badge, KeyValueList, Panel, SkeletonRows } from '@frostline/ui'
import { usePerson } from '@/auth/use-person.ts'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { useVisit } from '@/navigation/use-visit.ts'
import { meaningOfRole } from '../role-meanings.ts'
import { PasswordForm } from './password-form.tsx'
import { SessionsPanel } from './sessions-panel.tsx'

/** Settings of the signed-in user. */
export function AccountPage() {
  const state = usePerson()
  const visit = useVisit()
  return (
    <>
      <PageHeader title="Account" description="Your password and your sessions." />
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
                ]}
              />
            ) : (
              <SkeletonRows count={4} />
            )}
          </Panel>
          <Panel title="Change password">
            <PasswordForm key={visit} />
          </Panel>
        </div>
      </div>
    </>
  )
}
