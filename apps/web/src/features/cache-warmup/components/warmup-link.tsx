'use client'
import { buttonClasses } from '@frostline/ui'
import { Flame } from 'lucide-react'
import Link from 'next/link'
import { useRoleAllows } from '@/auth/use-person.ts'
import { routes } from '@/navigation/routes.ts'

interface WarmupLinkProps {
  cluster: string
  /** The table to begin with. */
  at?: { database: string; table: string }
}

/** The way to a new warm-up. */
export function WarmupLink({ cluster, at }: WarmupLinkProps) {
  if (!useRoleAllows('operator')) return null
  return (
    <Link href={routes.newWarmup(cluster, at)} className={buttonClasses()}>
      <Flame aria-hidden /> Warm up
    </Link>
  )
}
