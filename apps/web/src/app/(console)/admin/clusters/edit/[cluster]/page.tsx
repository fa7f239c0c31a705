import type { Metadata } from 'next'
import { EditClusterPage } from '@/features/clusters/components/edit-cluster-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'Edit cluster' }

/** Which cluster it is stands in the address, so nothing of the page can be drawn ahead of the navigation. */
export const instant = false

export default routePage(EditClusterPage, 'cluster')
