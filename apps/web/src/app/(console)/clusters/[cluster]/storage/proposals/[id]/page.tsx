import type { Metadata } from 'next'
import { ProposalPage } from '@/features/storage-design/components/proposal-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'Storage proposal' }

export default routePage(ProposalPage, 'cluster', 'id')
