import type { Metadata } from 'next'
import { PipelinePage } from '@/features/load-pipelines/components/pipeline-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'Pipeline' }

export default routePage(PipelinePage, 'cluster', 'id')
