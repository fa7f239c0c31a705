import type { Metadata } from 'next'
import { BatchPlannerPage } from '@/features/tier-batches/batch-planner-page.tsx'
import { readPathParam } from '@/navigation/path-param.ts'

export const metadata: Metadata = { title: 'Move several tables' }

export default async function Page({ params }: { params: Promise<{ cluster: string }> }) {
  const { cluster } = await params
  return <BatchPlannerPage cluster={readPathParam(cluster)} />
}
