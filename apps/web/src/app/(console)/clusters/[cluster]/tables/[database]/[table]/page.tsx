import type { Metadata } from 'next'
import { TablePage } from '@/features/tables/components/table-page.tsx'
import { readPathParam } from '@/navigation/path-param.ts'

interface Props {
  params: Promise<{ cluster: string; database: string; table: string }>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { database, table } = await params
  return { title: `${readPathParam(database)}.${readPathParam(table)}` }
}

export default async function Page({ params }: Props) {
  const { cluster, database, table } = await params
  return (
    <TablePage
      cluster={readPathParam(cluster)}
      database={readPathParam(database)}
      table={readPathParam(table)}
    />
  )
}
