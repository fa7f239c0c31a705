import type { Metadata } from 'next'
import { BucketPage } from '@/features/bucket/components/bucket-page.tsx'
import { readPathParam } from '@/navigation/path-param.ts'

export const metadata: Metadata = { title: 'Bucket' }

export default async function Page({ params }: { params: Promise<{ cluster: string }> }) {
  const { cluster } = await params
  return <BucketPage cluster={readPathParam(cluster)} />
}
