import type { Metadata } from 'next'
import { PageHeader } from '@/features/shell/components/page-header.tsx'

export const metadata: Metadata = { title: 'Nodes' }

export default function Page() {
  return (
    <PageHeader
      title="Nodes"
      description="Version, disks, caches, running moves and errors of every replica."
    />
  )
}
