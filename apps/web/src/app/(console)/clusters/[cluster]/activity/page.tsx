import type { Metadata } from 'next'
import { ActivityPage } from '@/features/activity/components/activity-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'Activity' }

export default routePage(ActivityPage, 'cluster')
