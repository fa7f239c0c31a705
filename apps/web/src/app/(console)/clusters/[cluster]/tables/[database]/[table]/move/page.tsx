import type { Metadata } from 'next'
import { PlannerPage } from '@/features/tier-migrations/planner/planner-page.tsx'
import { readPathParam } from '@/navigation/path-param.ts'

export const metadata: Metadata = { title: 'Move partitions' }

interface Props {
  params: Promise<{ cluster: string; database: string; table: string }>
}

export default async function Page({ params }: Props) {
  const { cluster, database, table } = await params
  return (
    <PlannerPage
      cluster={readPathParam(cluster)}
      database={readPathParam(database)}
      table={readPathParam(table)}
    />
  )
}
