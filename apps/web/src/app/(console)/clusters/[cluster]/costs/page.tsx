import type { Metadata } from 'next'
import { CostsPage } from '@/features/costs/components/costs-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'Cost' }

export default routePage(CostsPage, 'cluster')
