import type { Metadata } from 'next'
import { MigrationsPage } from '@/features/tier-migrations/components/migrations-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'Tier migrations' }

export default routePage(MigrationsPage, 'cluster')
