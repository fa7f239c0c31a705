import type { Metadata } from 'next'
import { WarmupPage } from '@/features/cache-warmup/components/warmup-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'Warm-up' }

export default routePage(WarmupPage, 'id')
