import type { Metadata } from 'next'
import { WizardPage } from '@/features/loads/wizard/wizard-page.tsx'
import { readPathParam } from '@/navigation/path-param.ts'

export const metadata: Metadata = { title: 'New load' }

export default async function Page({ params }: { params: Promise<{ cluster: string }> }) {
  const { cluster } = await params
  return <WizardPage cluster={readPathParam(cluster)} />
}
