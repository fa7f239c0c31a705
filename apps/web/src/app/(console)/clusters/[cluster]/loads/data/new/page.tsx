import type { Metadata } from 'next'
import { NewGenerationPage } from '@/features/data-generation/form/new-generation-page.tsx'
import { readPathParam } from '@/navigation/path-param.ts'

export const metadata: Metadata = { title: 'Generate test data' }

export default async function Page({ params }: { params: Promise<{ cluster: string }> }) {
  const { cluster } = await params
  return <NewGenerationPage cluster={readPathParam(cluster)} />
}
