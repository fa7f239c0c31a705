import type { Metadata } from 'next'
import { NewWarmupPage } from '@/features/cache-warmup/form/new-warmup-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'Warm up' }

export default routePage(NewWarmupPage, 'cluster')
