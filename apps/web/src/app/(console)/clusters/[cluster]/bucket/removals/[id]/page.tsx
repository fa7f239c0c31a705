import type { Metadata } from 'next'
import { RemovalPage } from '@/features/bucket/removal/components/removal-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'Orphan removal' }

export default routePage(RemovalPage, 'id')
