import type { Metadata } from 'next'
import { StartUpPage } from '@/features/start-up/components/start-up-page.tsx'
import { readPathParam } from '@/navigation/path-param.ts'

export const metadata: Metadata = { title: 'Start-up' }

export default async function Page({ params }: { params: Promise<{ cluster: string }> }) {
  const { cluster } = await params
  return <StartUpPage cluster={readPathParam(cluster)} />
}
