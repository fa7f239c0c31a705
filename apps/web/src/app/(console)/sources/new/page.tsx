import type { Metadata } from 'next'
import { NewSourcePage } from '@/features/sources/components/new-source-page.tsx'

export const metadata: Metadata = { title: 'New source' }

export default function Page() {
  return <NewSourcePage />
}
