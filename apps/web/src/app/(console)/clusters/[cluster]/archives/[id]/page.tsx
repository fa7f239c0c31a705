import type { Metadata } from 'next'
import { ArchivePage } from '@/features/archive/components/archive-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'Archive' }

export default routePage(ArchivePage, 'id')
