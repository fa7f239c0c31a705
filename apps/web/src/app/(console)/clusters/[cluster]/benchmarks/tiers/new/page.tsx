import type { Metadata } from 'next'
import { NewTierBenchmarkPage } from '@/features/benchmarks/form/new-tier-benchmark-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'Measure tiers' }

export default routePage(NewTierBenchmarkPage, 'cluster')
