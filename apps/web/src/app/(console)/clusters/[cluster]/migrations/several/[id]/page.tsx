import type { Metadata } from 'next'
import { BatchPage } from '@/features/tier-batches/batch-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'Several tables' }

export default routePage(BatchPage, 'id')
