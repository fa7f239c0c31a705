'use client'
import { showToast } from '@frostline/ui'
import { useRouter } from 'next/navigation'
import { NeedsRole } from '@/auth/needs-role.tsx'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { routes } from '@/navigation/routes.ts'
import { useVisit } from '@/navigation/use-visit.ts'
import { WithoutData } from '@/trpc/without-data.tsx'
import { useSource } from '../hooks/use-sources.ts'
import { CollectionPanel } from './collection-panel.tsx'
import { SourceForm } from './source-form.tsx'

export function EditSourcePage({ id }: { id: string }) {
  return (
    <NeedsRole needed="admin" title="Edit source" task="Changing sources">
      <EditSource id={id} />
    </NeedsRole>
  )
}

function EditSource({ id }: { id: string }) {
  const router = useRouter()
  const visit = useVisit()
  const query = useSource(id)
  return (
    <>
      <PageHeader
        crumb={query.data}
        title={query.data ? `Edit ${query.data.name}` : 'Edit source'}
        description="The stored secret is kept unless you enter a new one."
      />
      {query.data ? (
        <div className="flex max-w-240 flex-col gap-4">
          {query.data.auth === 'collection' ? <CollectionPanel source={query.data} /> : null}
          <SourceForm
            // A change by someone else resets the form instead of being overwritten unseen.
            key={`${visit} ${query.data.updatedAt.getTime()}`}
            source={query.data}
            onSaved={(saved) => {
              showToast({ tone: 'success', title: `Saved ${saved.name}` })
              router.push(routes.sources)
            }}
          />
        </div>
      ) : (
        <WithoutData query={query} task="read the source" rows={10} />
      )}
    </>
  )
}
