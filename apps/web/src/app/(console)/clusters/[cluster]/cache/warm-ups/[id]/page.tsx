import type { Metadata } from 'next'
import { WarmupPage } from '@/features/cache-warmup/components/warmup-page.tsx'

export const metadata: Metadata = { title: 'Warm-up' }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  return <WarmupPage id={id} />
}
