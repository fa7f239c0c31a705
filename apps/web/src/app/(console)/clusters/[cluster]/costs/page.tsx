import type { Metadata } from 'next'
import { CostsPage } from '@/features/costs/components/costs-page.tsx'
import { readPathParam } from '@/navigation/path-param.ts'

export const metadata: Metadata = { title: 'Cost' }

export default async function Page({ params }: { params: Promise<{ cluster: string }> }) {
  const { cluster } = await params
  return <CostsPage cluster={readPathParam(cluster)} />
}
