import type { Metadata } from 'next'
import { ChangeSetPage } from '@/features/desired-state/components/change-set-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'Change set' }

export default routePage(ChangeSetPage, 'id')
