import type { Metadata } from 'next'
import { NewRemovalPage } from '@/features/bucket/removal/form/new-removal-page.tsx'

export const metadata: Metadata = { title: 'Remove orphans' }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  return <NewRemovalPage auditId={id} />
}
