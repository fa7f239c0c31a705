import type { Metadata } from 'next'
import { PageHeader } from '@/features/shell/components/page-header.tsx'

export const metadata: Metadata = { title: 'Audit' }

export default function Page() {
  return <PageHeader title="Audit" description="Who changed what, with the statements that were sent." />
}
