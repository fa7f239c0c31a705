import type { Metadata } from 'next'
import { BenchmarksPage } from '@/features/benchmarks/components/benchmarks-page.tsx'
import { readPathParam } from '@/navigation/path-param.ts'

export const metadata: Metadata = { title: 'Benchmarks' }

export default async function Page({ params }: { params: Promise<{ cluster: string }> }) {
  const { cluster } = await params
  return <BenchmarksPage cluster={readPathParam(cluster)} />
}
