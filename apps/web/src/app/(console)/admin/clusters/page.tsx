import type { Metadata } from 'next'
import { PageHeader } from '@/features/shell/components/page-header.tsx'

export const metadata: Metadata = { title: 'Clusters' }

export default function Page() {
  return (
    <PageHeader title="Clusters" description="The ClickHouse clusters this console may look at and change." />
  )
}
