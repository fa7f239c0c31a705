import type { Metadata } from 'next'
import { DiskBenchmarkPage } from '@/features/benchmarks/disk/disk-benchmark-page.tsx'

export const metadata: Metadata = { title: 'Disk benchmark' }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  return <DiskBenchmarkPage id={id} />
}
