import type { Metadata } from 'next'
import { MigrationPage } from '@/features/tier-migrations/components/migration-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'Tier migration' }

export default routePage(MigrationPage, 'id')
