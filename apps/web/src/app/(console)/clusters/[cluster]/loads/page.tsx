import type { Metadata } from 'next'
import { LoadsPage } from '@/features/loads/components/loads-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'Loads' }

export default routePage(LoadsPage, 'cluster')
