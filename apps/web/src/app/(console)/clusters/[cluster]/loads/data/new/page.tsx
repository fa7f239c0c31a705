import type { Metadata } from 'next'
import { NewGenerationPage } from '@/features/data-generation/form/new-generation-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'Generate test data' }

export default routePage(NewGenerationPage, 'cluster')
