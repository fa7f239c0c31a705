import type { Metadata } from 'next'
import { NewArchivePage } from '@/features/archive/form/new-archive-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'Archive partitions' }

export default routePage(NewArchivePage, 'cluster', 'database', 'table')
