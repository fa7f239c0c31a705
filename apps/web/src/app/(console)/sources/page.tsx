import type { Metadata } from 'next'
import { SourcesPage } from '@/features/sources/components/sources-page.tsx'

export const metadata: Metadata = { title: 'Sources' }

export default function Page() {
  return <SourcesPage />
}
