import type { Metadata } from 'next'
import { LivePage } from '@/features/live/components/live-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'Live' }

export default routePage(LivePage, 'cluster')
