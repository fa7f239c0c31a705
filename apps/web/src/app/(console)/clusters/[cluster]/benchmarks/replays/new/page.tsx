import type { Metadata } from 'next'
import { NewReplayPage } from '@/features/benchmarks/replay/form/new-replay-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'Replay queries' }

export default routePage(NewReplayPage, 'cluster')
