import type { Metadata } from 'next'
import { UsersPage } from '@/features/people/components/users-page.tsx'

export const metadata: Metadata = { title: 'Users' }

export default function Page() {
  return <UsersPage />
}
