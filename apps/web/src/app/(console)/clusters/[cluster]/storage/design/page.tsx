import type { Metadata } from 'next'
import { DesignPage } from '@/features/storage-design/components/design-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'Design storage' }

export default routePage(DesignPage, 'cluster')
