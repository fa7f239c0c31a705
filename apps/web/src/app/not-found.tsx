import { buttonClasses, EmptyState } from '@frostline/ui'
import { MapPinOff } from 'lucide-react'
import type { Metadata } from 'next'
import Link from 'next/link'
import { routes } from '../navigation/routes.ts'

export const metadata: Metadata = { title: 'Not found' }

export default function NotFound() {
  return (
    <main className="flex min-h-dvh items-center justify-center">
      <h1 className="sr-only">Not found</h1>
      <EmptyState
        icon={<MapPinOff />}
        title="Page not found"
        action={
          <Link href={routes.home} className={buttonClasses('primary')}>
            Go to the overview
          </Link>
        }
      >
        The link may be out of date, or the address may be wrong.
      </EmptyState>
    </main>
  )
}
