import type { Metadata } from 'next'
import { TablesPage } from '@/features/tables/components/tables-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'Tables' }

export default routePage(TablesPage, 'cluster')
