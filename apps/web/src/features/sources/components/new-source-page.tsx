'use client'
import { showToast } from '@frostline/ui'
import { useRouter } from 'next/navigation'
import { NeedsRole } from '@/auth/needs-role.tsx'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { routes } from '@/navigation/routes.ts'
import { useVisit } from '@/navigation/use-visit.ts'
import { SourceForm } from './source-form.tsx'

export function NewSourcePage() {
  const router = useRouter()
  const visit = useVisit()
  return (
    <NeedsRole needed="admin" title="Add source" task="Adding sources">
      <PageHeader title="Add source" description="A connection to an S3 store. Test it before you save it." />
      <SourceForm
        key={visit}
        source={null}
        onSaved={(saved) => {
          showToast({ tone: 'success', title: `Added ${saved.name}` })
          router.push(saved.auth === 'collection' ? routes.editSource(saved.id) : routes.sources)
        }}
      />
    </NeedsRole>
  )
}
