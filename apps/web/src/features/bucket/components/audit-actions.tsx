'use client'
import { buttonClasses } from '@frostline/ui'
import { RotateCw, Trash2 } from 'lucide-react'
import Link from 'next/link'
import { useRoleAllows } from '@/auth/use-person.ts'
import { RunActions } from '@/features/run/run-actions.tsx'
import { routes } from '@/navigation/routes.ts'
import type { AuditDetail } from '../bucket-audit.ts'
import { useAuditActions } from '../hooks/use-audits.ts'

/** What may be done with it in its present state. */
export function AuditActions({ audit }: { audit: AuditDetail }) {
  const { id, status, bucket } = audit
  const send = useAuditActions()
  const admin = useRoleAllows('admin')
  const { orphans, uploads } = audit.findings
  const isRemovable = status === 'completed' && audit.obstacle === null && orphans.count + uploads.count > 0
  if (!useRoleAllows('operator')) return null
  return (
    <RunActions
      run={audit}
      send={{ cancel: send.cancel, retry: send.retry }}
      cancel={{
        title: `Cancel the audit of ${bucket}?`,
        description: 'The results so far are deleted. Nothing was changed in the bucket or on a node.',
        confirmLabel: 'Cancel audit',
      }}
      retry={{
        title: `Retry the audit of ${bucket}?`,
        description: 'The bucket is listed and all replicas are read again from the start.',
      }}
      after={
        <>
          {status === 'completed' && audit.obstacle !== null ? (
            <Link href={routes.newBucketAudit(audit.clusterSlug)} className={buttonClasses('primary')}>
              <RotateCw aria-hidden /> Audit again
            </Link>
          ) : null}
          {admin && isRemovable ? (
            <Link href={routes.removeOrphans(audit.clusterSlug, id)} className={buttonClasses()}>
              <Trash2 aria-hidden /> Remove orphans
            </Link>
          ) : null}
        </>
      }
    />
  )
}
