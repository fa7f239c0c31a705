import type { Metadata } from 'next'
import { TierBenchmarkPage } from '@/features/benchmarks/components/tier-benchmark-page.tsx'

export const metadata: Metadata = { title: 'Tier benchmark' }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  return <TierBenchmarkPage id={id} />
}
