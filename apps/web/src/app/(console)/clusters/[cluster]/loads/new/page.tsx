import type { Metadata } from 'next'
import { WizardPage } from '@/features/loads/wizard/wizard-page.tsx'
import { routePage } from '@/navigation/route-page.tsx'

export const metadata: Metadata = { title: 'New load' }

export default routePage(WizardPage, 'cluster')
