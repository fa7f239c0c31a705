import type { Metadata } from 'next'
import { PageHeader } from '@/features/shell/components/page-header.tsx'

export const metadata: Metadata = { title: 'Storage' }

export default function Page() {
  return (
    <PageHeader
      title="Storage"
      description="Disks, volumes and policies of every node, and where nodes differ."
    />
  )
}
