import type { Metadata } from 'next'
import { CachePage } from '@/features/cache/components/cache-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'Cache' }

export default routePage(CachePage, 'cluster')
