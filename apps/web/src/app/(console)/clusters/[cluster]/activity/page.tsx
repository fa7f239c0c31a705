import type { Metadata } from 'next'
import { ActivityPage } from '@/features/activity/components/activity-page.tsx'
import { readPathParam } from '@/navigation/path-param.ts'

export const metadata: Metadata = { title: 'Activity' }

export default async function Page({ params }: { params: Promise<{ cluster: string }> }) {
  const { cluster } = await params
  return <ActivityPage cluster={readPathParam(cluster)} />
}
