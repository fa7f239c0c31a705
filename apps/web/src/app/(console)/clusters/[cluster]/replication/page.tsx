import type { Metadata } from 'next'
import { ReplicationPage } from '@/features/replication/components/replication-page.tsx'
import { readPathParam } from '@/navigation/path-param.ts'

export const metadata: Metadata = { title: 'Replication' }

export default async function Page({ params }: { params: Promise<{ cluster: string }> }) {
  const { cluster } = await params
  return <ReplicationPage cluster={readPathParam(cluster)} />
}
