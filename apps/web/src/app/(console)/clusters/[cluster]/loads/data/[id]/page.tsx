import type { Metadata } from 'next'
import { GenerationPage } from '@/features/data-generation/components/generation-page.tsx'

export const metadata: Metadata = { title: 'Test data' }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  return <GenerationPage id={id} />
}
