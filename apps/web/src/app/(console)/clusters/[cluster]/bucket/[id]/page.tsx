import type { Metadata } from 'next'
import { AuditPage } from '@/features/bucket/components/audit-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'Bucket audit' }

export default routePage(AuditPage, 'id')
