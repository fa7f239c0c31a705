import type { Metadata } from 'next'
import { IncidentPage } from '@/features/incident/components/incident-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'Incident' }

export default routePage(IncidentPage, 'cluster')
