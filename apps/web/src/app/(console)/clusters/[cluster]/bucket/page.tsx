import type { Metadata } from 'next'
import { BucketPage } from '@/features/bucket/components/bucket-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'Bucket audit' }

export default routePage(BucketPage, 'cluster')
