import type { Metadata } from 'next'
import { ExpiryPage } from '@/features/archive/retention/expiry-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'Deletion of archived files' }

export default routePage(ExpiryPage, 'id')
