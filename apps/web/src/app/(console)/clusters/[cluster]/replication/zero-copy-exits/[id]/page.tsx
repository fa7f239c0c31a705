import type { Metadata } from 'next'
import { ExitPage } from '@/features/zero-copy-exit/exit-page.tsx'

export const metadata: Metadata = { title: 'Exit from zero-copy replication' }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  return <ExitPage id={id} />
}
