import type { Metadata } from 'next'
import { GenerationPage } from '@/features/data-generation/components/generation-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'Test data' }

export default routePage(GenerationPage, 'id')
