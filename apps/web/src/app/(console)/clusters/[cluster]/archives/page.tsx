import type { Metadata } from 'next'
import { ArchivesPage } from '@/features/archive/components/archives-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'Archives' }

export default routePage(ArchivesPage, 'cluster')
