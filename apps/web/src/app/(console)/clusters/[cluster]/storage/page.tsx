import type { Metadata } from 'next'
import { StoragePage } from '@/features/storage/components/storage-page.tsx'
import { readPathParam } from '@/navigation/path-param.ts'

export const metadata: Metadata = { title: 'Storage' }

export default async function Page({ params }: { params: Promise<{ cluster: string }> }) {
  const { cluster } = await params
  return <StoragePage cluster={readPathParam(cluster)} />
}
