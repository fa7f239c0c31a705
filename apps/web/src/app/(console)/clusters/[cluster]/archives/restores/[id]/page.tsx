import type { Metadata } from 'next'
import { RestorePage } from '@/features/archive/components/restore-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'Restore of an archive' }

export default routePage(RestorePage, 'id')
