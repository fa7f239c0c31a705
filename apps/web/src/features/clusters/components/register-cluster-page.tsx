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
        description="Each node is tested. Nothing is saved unless the connection works."
      />
      <ClusterForm
        key={visit}
        cluster={null}
        onSaved={(saved) => {
          showToast({ tone: 'success', title: `Registered ${saved.name}` })
          router.push(routes.adminClusters)
        }}
      />
    </NeedsRole>
  )
}
