import type { Metadata } from 'next'
import { TableCostPage } from '@/features/costs/table/table-cost-page.tsx'
import { readPathParam } from '@/navigation/path-param.ts'

interface Props {
  params: Promise<{ cluster: string; database: string; table: string }>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { database, table } = await params
  return { title: `Cost of ${readPathParam(database)}.${readPathParam(table)}` }
}

export default async function Page({ params }: Props) {
  const { cluster, database, table } = await params
  return (
    <TableCostPage
      cluster={readPathParam(cluster)}
      database={readPathParam(database)}
      table={readPathParam(table)}
    />
  )
}
