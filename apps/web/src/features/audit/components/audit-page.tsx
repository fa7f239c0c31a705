'use client'
import { SkeletonRows, Tabs } from '@frostline/ui'
import { useRoleAllows } from '@/auth/use-person.ts'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { late } from '@/navigation/late.tsx'
import { choiceParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { AuditEntries } from './audit-entries.tsx'

const DestinationsTab = late(
  async () => (await import('./destinations-tab.tsx')).DestinationsTab,
  <SkeletonRows />,
)
const IntegrityTab = late(async () => (await import('./integrity-tab.tsx')).IntegrityTab, <SkeletonRows />)

const params = { tab: choiceParam(['entries', 'integrity', 'destinations'] as const, 'entries') }

/** Everybody reads the entries. Admins also see how they are kept and where they are sent. */
export function AuditPage() {
  const [{ tab }, setUrl] = useUrlState(params)
  const admin = useRoleAllows('admin', 'everything')
  return (
    <>
      <PageHeader
        title="Audit log"
        description="Who changed what, with the statements that were sent. New entries appear automatically."
      />
      {admin ? (
        <Tabs
          label="Tabs"
          value={tab}
          onValueChange={(next) => setUrl({ tab: next }, { history: 'push' })}
          items={[
            { value: 'entries', label: 'Entries', panel: <AuditEntries /> },
            { value: 'integrity', label: 'Integrity', panel: <IntegrityTab /> },
            { value: 'destinations', label: 'Destinations', panel: <DestinationsTab /> },
          ]}
        />
      ) : (
        <AuditEntries />
      )}
    </>
  )
}
