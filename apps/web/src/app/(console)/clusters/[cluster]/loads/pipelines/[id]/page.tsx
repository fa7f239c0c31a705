import type { Metadata } from 'next'
import { PipelinePage } from '@/features/load-pipelines/components/pipeline-page.tsx'
import { readPathParam } from '@/navigation/path-param.ts'

export const metadata: Metadata = { title: 'Pipeline' }

export default async function Page({ params }: { params: Promise<{ cluster: string; id: string }> }) {
  const { cluster, id } = await params
  return <PipelinePage cluster={readPathParam(cluster)} id={id} />
}
