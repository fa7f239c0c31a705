import type { Metadata } from 'next'
import { NodesPage } from '@/features/nodes/components/nodes-page.tsx'
import { readPathParam } from '@/navigation/path-param.ts'

export const metadata: Metadata = { title: 'Nodes' }

export default async function Page({ params }: { params: Promise<{ cluster: string }> }) {
  const { cluster } = await params
  return <NodesPage cluster={readPathParam(cluster)} />
}
