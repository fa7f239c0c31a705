import type { Metadata } from 'next'
import { OverviewPage } from '@/features/overview/components/overview-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'Overview' }

export default routePage(OverviewPage, 'cluster')
