import type { Metadata } from 'next'
import { NewSchedulePage } from '@/features/tier-schedules/form/schedule-form-page.tsx'
import { readPathParam } from '@/navigation/path-param.ts'

export const metadata: Metadata = { title: 'New schedule' }

export default async function Page({ params }: { params: Promise<{ cluster: string }> }) {
  const { cluster } = await params
  return <NewSchedulePage cluster={readPathParam(cluster)} />
}
