'use client'
import { showToast } from '@frostline/ui'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { NeedsRole } from '@/auth/needs-role.tsx'
import { ConfigTargetPanel } from '@/features/config-target/components/config-target-panel.tsx'
import { ManagedNotice } from '@/features/desired-state/managed.tsx'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { routes } from '@/navigation/routes.ts'
import { useVisit } from '@/navigation/use-visit.ts'
import { useTRPC } from '@/trpc/context.ts'
import { WithoutData } from '@/trpc/without-data.tsx'
import { ClusterForm } from './cluster-form.tsx'

export function EditClusterPage({ cluster }: { cluster: string }) {
  return (
    <NeedsRole needed="admin" title="Edit cluster" task="Changing clusters">
      <EditCluster slug={cluster} />
    </NeedsRole>
  )
}

function EditCluster({ slug }: { slug: string }) {
  const trpc = useTRPC()
  const router = useRouter()
  const visit = useVisit()
  const query = useQuery(trpc.clusters.get.queryOptions({ cluster: slug }))
  return (
    <>
      <PageHeader
        title={query.data ? `Edit ${query.data.name}` : 'Edit cluster'}
        description="The connection is tested before anything is saved. Page URLs do not change."
      />
      {query.data ? (
        <div className="flex flex-col gap-4">
          <ManagedNotice kinds={['connection', 'settings', 'configFiles']} cluster={slug} />
          <ClusterForm
            // A change by someone else resets the form instead of being overwritten unseen.
            key={`${visit} ${query.data.updatedAt.getTime()}`}
            cluster={query.data}
            onSaved={(saved) => {
              showToast({ tone: 'success', title: `Saved ${saved.name}` })
              router.push(routes.adminClusters)
            }}
          />
          <ConfigTargetPanel cluster={slug} nodes={query.data.nodes.map(({ name }) => name)} />
        </div>
      ) : (
        <WithoutData query={query} task="read the cluster" rows={10} />
      )}
    </>
  )
}
