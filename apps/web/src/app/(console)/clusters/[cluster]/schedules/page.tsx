import type { Metadata } from 'next'
import { SchedulesPage } from '@/features/tier-schedules/components/schedules-page.tsx'
import { readPathParam } from '@/navigation/path-param.ts'

export const metadata: Metadata = { title: 'Schedules' }

export default async function Page({ params }: { params: Promise<{ cluster: string }> }) {
  const { cluster } = await params
  return <SchedulesPage cluster={readPathParam(cluster)} />
}
