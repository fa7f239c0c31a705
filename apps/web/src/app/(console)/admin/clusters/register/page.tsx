import type { Metadata } from 'next'
import { RegisterClusterPage } from '@/features/clusters/components/register-cluster-page.tsx'

export const metadata: Metadata = { title: 'Register cluster' }

export default function Page() {
  return <RegisterClusterPage />
}
