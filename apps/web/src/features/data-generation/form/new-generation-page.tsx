'use client'
import { NeedsRole } from '@/auth/needs-role.tsx'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { textParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { useVisit } from '@/navigation/use-visit.ts'
import { GenerationForm } from './generation-form.tsx'

/** What the bucket browser was looking at. */
const params = { source: textParam(), bucket: textParam(), prefix: textParam() }

export function NewGenerationPage({ cluster }: { cluster: string }) {
  const visit = useVisit()
  const [{ source, bucket, prefix }] = useUrlState(params)
  return (
    <NeedsRole needed="operator" title="Generate test data" task="Generating test data">
      <PageHeader
        title="Generate test data"
        description="Writes files to a bucket, to test a load. Nothing is written until you start it."
      />
      <GenerationForm
        key={`${visit} ${source} ${bucket} ${prefix}`}
        cluster={cluster}
        from={{ source, bucket, prefix: `${prefix}test-data/` }}
      />
    </NeedsRole>
  )
}
