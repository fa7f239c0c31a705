import type { Metadata } from 'next'
import { BatchPage } from '@/features/tier-batches/batch-page.tsx'

export const metadata: Metadata = { title: 'Several tables' }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  return <BatchPage id={id} />
}
