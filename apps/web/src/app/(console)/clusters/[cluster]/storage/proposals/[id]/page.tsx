import type { Metadata } from 'next'
import { ProposalPage } from '@/features/storage-design/components/proposal-page.tsx'
import { readPathParam } from '@/navigation/path-param.ts'

export const metadata: Metadata = { title: 'Storage proposal' }

export default async function Page({ params }: { params: Promise<{ cluster: string; id: string }> }) {
  const { cluster, id } = await params
  return <ProposalPage cluster={readPathParam(cluster)} id={readPathParam(id)} />
}
