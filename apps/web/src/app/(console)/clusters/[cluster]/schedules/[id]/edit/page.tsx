import type { Metadata } from 'next'
import { EditSchedulePage } from '@/features/tier-schedules/form/schedule-form-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'Edit schedule' }

export default routePage(EditSchedulePage, 'cluster', 'id')
