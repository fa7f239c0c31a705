import type { Metadata } from 'next'
import { AuditPage } from '@/features/bucket/components/audit-page.tsx'

export const metadata: Metadata = { title: 'Bucket audit' }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  return <AuditPage id={id} />
}
