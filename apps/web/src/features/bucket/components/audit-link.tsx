'use client'
import { buttonClasses } from '@frostline/ui'
import { PackageSearch } from 'lucide-react'
import Link from 'next/link'
import { useRoleAllows } from '@/auth/use-person.ts'
import { routes } from '@/navigation/routes.ts'

/** The way to a new audit. */
export function AuditLink({ cluster }: { cluster: string }) {
  if (!useRoleAllows('operator')) return null
  return (
    <Link href={routes.newBucketAudit(cluster)} className={buttonClasses()}>
      <PackageSearch aria-hidden /> Audit a bucket
    </Link>
  )
}
