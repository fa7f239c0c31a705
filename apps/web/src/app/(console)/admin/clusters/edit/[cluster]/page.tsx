import type { Metadata } from 'next'
import { EditClusterPage } from '@/features/clusters/components/edit-cluster-page.tsx'
import { readPathParam } from '@/navigation/path-param.ts'

export const metadata: Metadata = { title: 'Edit cluster' }

/** Which cluster it is stands in the address, so nothing of the page can be drawn ahead of the navigation. */
export const instant = false

export default async function Page({ params }: { params: Promise<{ cluster: string }> }) {
  const { cluster } = await params
  return <EditClusterPage cluster={readPathParam(cluster)} />
}
