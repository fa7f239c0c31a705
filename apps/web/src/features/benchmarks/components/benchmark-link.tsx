'use client'
import { buttonClasses } from '@frostline/ui'
import { Gauge } from 'lucide-react'
import Link from 'next/link'
import { useRoleAllows } from '@/auth/use-person.ts'
import { routes } from '@/navigation/routes.ts'

interface TierBenchmarkLinkProps {
  cluster: string
  /** Table to preselect. */
  at?: { database: string; table: string }
}

/** Link to a new benchmark: it runs custom SQL, which is for admins. */
export function TierBenchmarkLink({ cluster, at }: TierBenchmarkLinkProps) {
  if (!useRoleAllows('admin')) return null
  return (
    <Link href={routes.newTierBenchmark(cluster, at)} className={buttonClasses()}>
      <Gauge aria-hidden /> Measure tiers
    </Link>
  )
}
