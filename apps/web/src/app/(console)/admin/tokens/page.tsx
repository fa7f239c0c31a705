import type { Metadata } from 'next'
import { PageHeader } from '@/features/shell/components/page-header.tsx'

export const metadata: Metadata = { title: 'API tokens' }

export default function Page() {
  return <PageHeader title="API tokens" description="Keys for the REST door, each with a role." />
}
