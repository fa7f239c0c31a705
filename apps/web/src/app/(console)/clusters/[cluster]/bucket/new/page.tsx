import type { Metadata } from 'next'
import { NewAuditPage } from '@/features/bucket/form/new-audit-page.tsx'
import { readPathParam } from '@/navigation/path-param.ts'

export const metadata: Metadata = { title: 'Audit a bucket' }

export default async function Page({ params }: { params: Promise<{ cluster: string }> }) {
  const { cluster } = await params
  return <NewAuditPage cluster={readPathParam(cluster)} />
}
