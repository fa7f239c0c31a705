'use client'
import { buttonClasses } from '@frostline/ui'
import { Gauge } from 'lucide-react'
import Link from 'next/link'
import { useRoleAllows } from '@/auth/use-person.ts'
import { routes } from '@/navigation/routes.ts'

interface TierBenchmarkLinkProps {
  cluster: string
  /** The table to begin with. */
  at?: { database: string; table: string }
}

/** The way to a new benchmark: it runs SQL of a person, which is for admins. */
export function TierBenchmarkLink({ cluster, at }: TierBenchmarkLinkProps) {
  if (!useRoleAllows('admin')) return null
  return (
    <Link href={routes.newTierBenchmark(cluster, at)} className={buttonClasses()}>
      <Gauge aria-hidden /> Measure tiers
    </Link>
  )
}
