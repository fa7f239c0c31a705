import type { Metadata } from 'next'
import { EditClusterPage } from '@/features/clusters/components/edit-cluster-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'Edit cluster' }

/** The cluster is in the URL, so nothing of the page can be rendered before the navigation. */
export const instant = false

export default routePage(EditClusterPage, 'cluster')
