import type { Metadata } from 'next'
import { ReplicationPage } from '@/features/replication/components/replication-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'Replication' }

export default routePage(ReplicationPage, 'cluster')
