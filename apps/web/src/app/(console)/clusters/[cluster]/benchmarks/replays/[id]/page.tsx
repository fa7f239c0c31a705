import type { Metadata } from 'next'
import { ReplayPage } from '@/features/benchmarks/replay/results/replay-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'Replay' }

export default routePage(ReplayPage, 'id')
