import type { Metadata } from 'next'
import { EditClusterPage } from '@/features/clusters/components/edit-cluster-page.tsx'
import { readPathParam } from '@/navigation/path-param.ts'

export const metadata: Metadata = { title: 'Edit cluster' }

export default async function Page({ params }: { params: Promise<{ cluster: string }> }) {
  const { cluster } = await params
  return <EditClusterPage cluster={readPathParam(cluster)} />
}
