'use client'
import { Button, buttonClasses, ConfirmDialog } from '@frostline/ui'
import { Ban, RotateCw, Trash2 } from 'lucide-react'
import Link from 'next/link'
import { useRoleAllows } from '@/auth/use-person.ts'
import { routes } from '@/navigation/routes.ts'
import type { AuditDetail } from '../bucket-audit.ts'
import { useAuditActions } from '../hooks/use-audits.ts'

/** What may be done with it in its present state. */
export function AuditActions({ audit }: { audit: AuditDetail }) {
  const { id, status, bucket } = audit
  const { cancel, retry } = useAuditActions()
  const admin = useRoleAllows('admin')
  const { orphans, uploads } = audit.findings
  const isRemovable = status === 'completed' && audit.obstacle === null && orphans.count + uploads.count > 0
  if (!useRoleAllows('operator')) return null
  return (
    <>
      {status === 'queued' || status === 'running' ? (
        <ConfirmDialog
          danger
          title={`Cancel the audit of ${bucket}?`}
          description="The results so far are deleted. Nothing was changed in the bucket or on a node."
          confirmLabel="Cancel audit"
          cancelLabel="Keep running"
          onConfirm={async () => void (await cancel.mutateAsync({ id }))}
          trigger={<Button icon={<Ban aria-hidden />}>Cancel</Button>}
        />
      ) : null}
      {status === 'failed' || status === 'cancelled' ? (
        <Button
          variant="primary"
          icon={<RotateCw aria-hidden />}
          busy={retry.isPending}
          onClick={() => retry.mutate({ id })}
        >
          Start again
        </Button>
      ) : null}
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
  )
}
