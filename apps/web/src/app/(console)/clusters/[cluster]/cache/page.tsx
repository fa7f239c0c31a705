import type { Metadata } from 'next'
import { CachePage } from '@/features/cache/components/cache-page.tsx'
import { readPathParam } from '@/navigation/path-param.ts'

export const metadata: Metadata = { title: 'Cache' }

export default async function Page({ params }: { params: Promise<{ cluster: string }> }) {
  const { cluster } = await params
  return <CachePage cluster={readPathParam(cluster)} />
}
