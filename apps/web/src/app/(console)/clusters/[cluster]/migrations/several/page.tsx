import type { Metadata } from 'next'
import { BatchPlannerPage } from '@/features/tier-batches/batch-planner-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'Move several tables' }

export default routePage(BatchPlannerPage, 'cluster')
