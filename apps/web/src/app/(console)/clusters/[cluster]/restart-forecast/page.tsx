import type { Metadata } from 'next'
import { StartUpPage } from '@/features/start-up/components/start-up-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'Restart forecast' }

export default routePage(StartUpPage, 'cluster')
