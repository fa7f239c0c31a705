import type { Metadata } from 'next'
import { MigrationsPage } from '@/features/tier-migrations/components/migrations-page.tsx'
import { readPathParam } from '@/navigation/path-param.ts'

export const metadata: Metadata = { title: 'Tier migrations' }

export default async function Page({ params }: { params: Promise<{ cluster: string }> }) {
  const { cluster } = await params
  return <MigrationsPage cluster={readPathParam(cluster)} />
}
