'use client'
import { Button, ConfirmDialog } from '@frostline/ui'
import { Ban, RotateCw } from 'lucide-react'
import { useRoleAllows } from '@/auth/use-person.ts'
import type { AuditDetail } from '../bucket-audit.ts'
import { useAuditActions } from '../hooks/use-audits.ts'

/** What may be done with it in its present state. */
export function AuditActions({ audit }: { audit: AuditDetail }) {
  const { id, status, bucket } = audit
  const { cancel, retry } = useAuditActions()
  if (!useRoleAllows('operator')) return null
  return (
    <>
      {status === 'queued' || status === 'running' ? (
        <ConfirmDialog
          danger
          title={`Cancel the audit of ${bucket}?`}
          description="What was listed so far is forgotten. Nothing was changed in the bucket or on a node."
          confirmLabel="Cancel audit"
          cancelLabel="Keep it going"
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
          Begin anew
        </Button>
      ) : null}
    </>
  )
}
