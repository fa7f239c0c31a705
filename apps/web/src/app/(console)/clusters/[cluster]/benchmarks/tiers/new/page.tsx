import type { Metadata } from 'next'
import { NewTierBenchmarkPage } from '@/features/benchmarks/form/new-tier-benchmark-page.tsx'
import { readPathParam } from '@/navigation/path-param.ts'

export const metadata: Metadata = { title: 'Measure tiers' }

export default async function Page({ params }: { params: Promise<{ cluster: string }> }) {
  const { cluster } = await params
  return <NewTierBenchmarkPage cluster={readPathParam(cluster)} />
}
