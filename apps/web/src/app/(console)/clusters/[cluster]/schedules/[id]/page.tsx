import type { Metadata } from 'next'
import { SchedulePage } from '@/features/tier-schedules/components/schedule-page.tsx'
import { readPathParam } from '@/navigation/path-param.ts'

export const metadata: Metadata = { title: 'Schedule' }

export default async function Page({ params }: { params: Promise<{ cluster: string; id: string }> }) {
  const { cluster, id } = await params
  return <SchedulePage cluster={readPathParam(cluster)} id={id} />
}
