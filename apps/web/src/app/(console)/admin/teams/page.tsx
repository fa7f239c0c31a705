import type { Metadata } from 'next'
import { TeamsPage } from '@/features/teams/components/teams-page.tsx'

export const metadata: Metadata = { title: 'Teams' }

export default function Page() {
  return <TeamsPage />
}
