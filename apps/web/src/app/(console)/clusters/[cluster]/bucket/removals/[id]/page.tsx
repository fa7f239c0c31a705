import type { Metadata } from 'next'
import { RemovalPage } from '@/features/bucket/removal/components/removal-page.tsx'

export const metadata: Metadata = { title: 'Removal of orphans' }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  return <RemovalPage id={id} />
}
