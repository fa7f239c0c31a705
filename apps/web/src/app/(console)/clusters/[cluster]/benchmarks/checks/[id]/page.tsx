import type { Metadata } from 'next'
import { DiskCheckPage } from '@/features/benchmarks/components/disk-check-page.tsx'

export const metadata: Metadata = { title: 'Disk check' }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  return <DiskCheckPage id={id} />
}
