import type { Metadata } from 'next'
import { LoadsPage } from '@/features/loads/components/loads-page.tsx'
import { readPathParam } from '@/navigation/path-param.ts'

export const metadata: Metadata = { title: 'Loads' }

export default async function Page({ params }: { params: Promise<{ cluster: string }> }) {
  const { cluster } = await params
  return <LoadsPage cluster={readPathParam(cluster)} />
}
