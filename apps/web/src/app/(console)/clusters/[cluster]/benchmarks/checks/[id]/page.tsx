import type { Metadata } from 'next'
import { DiskCheckPage } from '@/features/benchmarks/components/disk-check-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'Disk check' }

export default routePage(DiskCheckPage, 'id')
