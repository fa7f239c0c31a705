import type { Metadata } from 'next'
import { LoadPage } from '@/features/loads/components/load-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'Load' }

export default routePage(LoadPage, 'id')
