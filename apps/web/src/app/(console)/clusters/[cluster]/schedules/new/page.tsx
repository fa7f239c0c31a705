import type { Metadata } from 'next'
import { NewSchedulePage } from '@/features/tier-schedules/form/schedule-form-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'New schedule' }

export default routePage(NewSchedulePage, 'cluster')
