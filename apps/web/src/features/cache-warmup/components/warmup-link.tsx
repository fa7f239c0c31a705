'use client'
import { buttonClasses } from '@frostline/ui'
import { Flame } from 'lucide-react'
import Link from 'next/link'
import { useRoleAllows } from '@/auth/use-person.ts'
import { routes } from '@/navigation/routes.ts'

interface WarmupLinkProps {
  cluster: string
  /** Table to preselect. */
  at?: { database: string; table: string }
}

/** Link to a new warm-up. */
export function WarmupLink({ cluster, at }: WarmupLinkProps) {
  if (!useRoleAllows('operator')) return null
  return (
    <Link href={routes.newWarmup(cluster, at)} className={buttonClasses()}>
      <Flame aria-hidden /> Warm up
    </Link>
  )
}
