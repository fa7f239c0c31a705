import type { Metadata } from 'next'
import { EditSchedulePage } from '@/features/tier-schedules/form/schedule-form-page.tsx'
import { readPathParam } from '@/navigation/path-param.ts'

export const metadata: Metadata = { title: 'Edit schedule' }

export default async function Page({ params }: { params: Promise<{ cluster: string; id: string }> }) {
  const { cluster, id } = await params
  return <EditSchedulePage cluster={readPathParam(cluster)} id={id} />
}
