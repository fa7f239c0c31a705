import type { Metadata } from 'next'
import { DesignPage } from '@/features/storage-design/components/design-page.tsx'
import { readPathParam } from '@/navigation/path-param.ts'

export const metadata: Metadata = { title: 'Design storage' }

export default async function Page({ params }: { params: Promise<{ cluster: string }> }) {
  const { cluster } = await params
  return <DesignPage cluster={readPathParam(cluster)} />
}
