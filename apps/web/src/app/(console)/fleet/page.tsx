import type { Metadata } from 'next'
import { FleetPage } from '@/features/fleet/components/fleet-page.tsx'

export const metadata: Metadata = { title: 'Fleet' }

export default function Page() {
  return <FleetPage />
}
