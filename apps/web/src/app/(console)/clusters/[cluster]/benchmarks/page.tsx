import type { Metadata } from 'next'
import { BenchmarksPage } from '@/features/benchmarks/components/benchmarks-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'Benchmarks' }

export default routePage(BenchmarksPage, 'cluster')
