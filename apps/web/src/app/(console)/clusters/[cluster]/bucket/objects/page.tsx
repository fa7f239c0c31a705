import type { Metadata } from 'next'
import { InspectorPage } from '@/features/bucket/inspector/inspector-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'Objects' }

export default routePage(InspectorPage, 'cluster')
