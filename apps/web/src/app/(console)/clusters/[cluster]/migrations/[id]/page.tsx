import type { Metadata } from 'next'
import { MigrationPage } from '@/features/tier-migrations/components/migration-page.tsx'

export const metadata: Metadata = { title: 'Tier migration' }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  return <MigrationPage id={id} />
}
