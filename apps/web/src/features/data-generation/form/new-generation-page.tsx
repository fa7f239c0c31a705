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
        description="Files in a bucket, to try a load before the real one. Nothing is written before you start it."
      />
      <GenerationForm
        key={`${visit} ${source} ${bucket} ${prefix}`}
        cluster={cluster}
        from={{ source, bucket, prefix: `${prefix}test-data/` }}
      />
    </NeedsRole>
  )
}
