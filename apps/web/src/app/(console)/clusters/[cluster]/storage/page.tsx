import type { Metadata } from 'next'
import { StoragePage } from '@/features/storage/components/storage-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'Disks & policies' }

export default routePage(StoragePage, 'cluster')
