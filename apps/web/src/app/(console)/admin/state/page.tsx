import type { Metadata } from 'next'
import { DesiredStatePage } from '@/features/desired-state/components/desired-state-page.tsx'

export const metadata: Metadata = { title: 'Desired state' }

export default function Page() {
  return <DesiredStatePage />
}
