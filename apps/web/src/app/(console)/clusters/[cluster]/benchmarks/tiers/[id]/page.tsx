import type { Metadata } from 'next'
import { TierBenchmarkPage } from '@/features/benchmarks/components/tier-benchmark-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'Tier benchmark' }

export default routePage(TierBenchmarkPage, 'id')
