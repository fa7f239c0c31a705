import type { Metadata } from 'next'
import { NewExitPage } from '@/features/zero-copy-exit/new-exit-page.tsx'
import { readPathParam } from '@/navigation/path-param.ts'

interface Props {
  params: Promise<{ cluster: string; database: string; table: string }>
}

export const metadata: Metadata = { title: 'Leave zero-copy replication' }

export default async function Page({ params }: Props) {
  const { cluster, database, table } = await params
  return (
    <NewExitPage
      at={{
        ...{ cluster: readPathParam(cluster), database: readPathParam(database) },
        table: readPathParam(table),
      }}
    />
  )
}
