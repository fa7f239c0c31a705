import type { Metadata } from 'next'
import { SchedulePage } from '@/features/tier-schedules/components/schedule-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'Schedule' }

export default routePage(SchedulePage, 'cluster', 'id')
