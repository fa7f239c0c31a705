import type { Metadata } from 'next'
import { NewWarmupPage } from '@/features/cache-warmup/form/new-warmup-page.tsx'
import { readPathParam } from '@/navigation/path-param.ts'

export const metadata: Metadata = { title: 'Warm up' }

export default async function Page({ params }: { params: Promise<{ cluster: string }> }) {
  const { cluster } = await params
  return <NewWarmupPage cluster={readPathParam(cluster)} />
}
