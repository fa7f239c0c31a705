import type { Metadata } from 'next'
import { ClustersPage } from '@/features/clusters/components/clusters-page.tsx'

export const metadata: Metadata = { title: 'Clusters' }

export default function Page() {
  return <ClustersPage />
}
