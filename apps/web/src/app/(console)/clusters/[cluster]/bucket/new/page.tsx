import type { Metadata } from 'next'
import { NewAuditPage } from '@/features/bucket/form/new-audit-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'Audit a bucket' }

export default routePage(NewAuditPage, 'cluster')
