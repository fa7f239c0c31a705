import type { Metadata } from 'next'
import { InsertQueuesPage } from '@/features/insert-queues/components/insert-queues-page.tsx'
import { readPathParam } from '@/navigation/path-param.ts'

export const metadata: Metadata = { title: 'Insert queues' }

export default async function Page({ params }: { params: Promise<{ cluster: string }> }) {
  const { cluster } = await params
  return <InsertQueuesPage cluster={readPathParam(cluster)} />
}
