import type { Metadata } from 'next'
import { PageHeader } from '@/features/shell/components/page-header.tsx'

export const metadata: Metadata = { title: 'Tables' }

export default function Page() {
  return (
    <PageHeader title="Tables" description="Every table with its split by tier, its policy and its TTL." />
  )
}
