import type { Metadata } from 'next'
import { OverviewPage } from '@/features/overview/components/overview-page.tsx'
import { readPathParam } from '@/navigation/path-param.ts'

export const metadata: Metadata = { title: 'Overview' }

export default async function Page({ params }: { params: Promise<{ cluster: string }> }) {
  const { cluster } = await params
  return <OverviewPage cluster={readPathParam(cluster)} />
}
