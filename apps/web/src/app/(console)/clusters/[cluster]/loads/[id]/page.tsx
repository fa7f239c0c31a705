import type { Metadata } from 'next'
import { LoadPage } from '@/features/loads/components/load-page.tsx'

export const metadata: Metadata = { title: 'Load' }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  return <LoadPage id={id} />
}
