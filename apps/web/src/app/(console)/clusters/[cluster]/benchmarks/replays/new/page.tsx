import type { Metadata } from 'next'
import { NewReplayPage } from '@/features/benchmarks/replay/form/new-replay-page.tsx'
import { readPathParam } from '@/navigation/path-param.ts'

export const metadata: Metadata = { title: 'Replay queries' }

export default async function Page({ params }: { params: Promise<{ cluster: string }> }) {
  const { cluster } = await params
  return <NewReplayPage cluster={readPathParam(cluster)} />
}
