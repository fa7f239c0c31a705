'use client'
import { buttonClasses } from '@frostline/ui'
import { Repeat } from 'lucide-react'
import Link from 'next/link'
import { useRoleAllows } from '@/auth/use-person.ts'
import { routes } from '@/navigation/routes.ts'

export function ReplayLink({ cluster }: { cluster: string }) {
  if (!useRoleAllows('operator')) return null
  return (
    <Link href={routes.newReplay(cluster)} className={buttonClasses()}>
      <Repeat aria-hidden /> Replay queries
    </Link>
  )
}
