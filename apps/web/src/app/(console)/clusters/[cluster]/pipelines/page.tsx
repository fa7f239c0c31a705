import type { Metadata } from 'next'
import { PipelinesPage } from '@/features/load-pipelines/components/pipelines-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'Pipelines' }

export default routePage(PipelinesPage, 'cluster')
