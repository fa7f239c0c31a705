import type { Metadata } from 'next'
import { PageHeader } from '@/features/shell/components/page-header.tsx'

export const metadata: Metadata = { title: 'Tier migration' }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  return <PageHeader title="Tier migration" description={id} />
}
