import type { Metadata } from 'next'
import { DiskBenchmarkPage } from '@/features/benchmarks/disk/disk-benchmark-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'Disk benchmark' }

export default routePage(DiskBenchmarkPage, 'id')
