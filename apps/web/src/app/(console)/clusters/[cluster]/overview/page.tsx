import type { Metadata } from 'next'
import { PageHeader } from '@/features/shell/components/page-header.tsx'

export const metadata: Metadata = { title: 'Overview' }

export default function Page() {
  return <PageHeader title="Overview" description="Bytes by tier, free space and health, node by node." />
}
