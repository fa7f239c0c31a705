import type { Metadata } from 'next'
import { InsertQueuesPage } from '@/features/insert-queues/components/insert-queues-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'Distributed queues' }

export default routePage(InsertQueuesPage, 'cluster')
