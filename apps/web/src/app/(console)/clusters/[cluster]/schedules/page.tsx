import type { Metadata } from 'next'
import { SchedulesPage } from '@/features/tier-schedules/components/schedules-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'Schedules' }

export default routePage(SchedulesPage, 'cluster')
