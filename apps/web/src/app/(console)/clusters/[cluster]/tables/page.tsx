import type { Metadata } from 'next'
import { TablesPage } from '@/features/tables/components/tables-page.tsx'
import { readPathParam } from '@/navigation/path-param.ts'

export const metadata: Metadata = { title: 'Tables' }

export default async function Page({ params }: { params: Promise<{ cluster: string }> }) {
  const { cluster } = await params
  return <TablesPage cluster={readPathParam(cluster)} />
}
