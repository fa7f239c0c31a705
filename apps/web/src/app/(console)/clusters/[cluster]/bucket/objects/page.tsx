import type { Metadata } from 'next'
import { InspectorPage } from '@/features/bucket/inspector/inspector-page.tsx'
import { readPathParam } from '@/navigation/path-param.ts'

export const metadata: Metadata = { title: 'Objects' }

export default async function Page({ params }: { params: Promise<{ cluster: string }> }) {
  const { cluster } = await params
  return <InspectorPage cluster={readPathParam(cluster)} />
}
