'use client'
import { showToast } from '@frostline/ui'
import { useRouter } from 'next/navigation'
import { NeedsRole } from '@/auth/needs-role.tsx'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { routes } from '@/navigation/routes.ts'
import { useVisit } from '@/navigation/use-visit.ts'
import { ClusterForm } from './cluster-form.tsx'

export function RegisterClusterPage() {
  const router = useRouter()
  const visit = useVisit()
  return (
    <NeedsRole needed="admin" title="Register cluster" task="Registering clusters">
      <PageHeader
        title="Register cluster"
        description="The connection is tested node by node; nothing is stored unless it can be used."
      />
      <ClusterForm
        key={visit}
        cluster={null}
        onSaved={(saved) => {
          showToast({ tone: 'success', title: `${saved.name} is registered` })
          router.push(routes.adminClusters)
        }}
      />
    </NeedsRole>
  )
}
