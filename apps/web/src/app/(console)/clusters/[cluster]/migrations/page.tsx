import type { Metadata } from 'next'
import { PageHeader } from '@/features/shell/components/page-header.tsx'

export const metadata: Metadata = { title: 'Tier migrations' }

export default function Page() {
  return (
    <PageHeader
      title="Tier migrations"
      description="Jobs that moved partitions between volumes, with their proofs."
    />
  )
}
