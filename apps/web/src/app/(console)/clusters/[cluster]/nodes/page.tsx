import type { Metadata } from 'next'
import { NodesPage } from '@/features/nodes/components/nodes-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'Nodes' }

export default routePage(NodesPage, 'cluster')
