import type { Metadata } from 'next'
import { ExitPage } from '@/features/zero-copy-exit/exit-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'Exit from zero-copy replication' }

export default routePage(ExitPage, 'id')
