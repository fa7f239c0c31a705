import type { Metadata } from 'next'
import { RemovalPage } from '@/features/archive/removal/removal-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'Removal of restored rows' }

export default routePage(RemovalPage, 'id')
