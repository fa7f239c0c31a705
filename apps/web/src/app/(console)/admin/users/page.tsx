import type { Metadata } from 'next'
import { PageHeader } from '@/features/shell/components/page-header.tsx'

export const metadata: Metadata = { title: 'Users' }

export default function Page() {
  return <PageHeader title="Users" description="Who may sign in, and what each may do." />
}
