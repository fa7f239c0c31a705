import type { Metadata } from 'next'
import { SignInAdminPage } from '@/features/sign-in-providers/components/sign-in-admin-page.tsx'

export const metadata: Metadata = { title: 'Sign-in' }

export default function Page() {
  return <SignInAdminPage />
}
