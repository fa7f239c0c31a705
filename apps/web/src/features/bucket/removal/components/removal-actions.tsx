'use client'
import { isOpenRun } from '@frostline/domain'
import { Button, ConfirmDialog, formatBytes, formatCountOf } from '@frostline/ui'
import { Trash2, Undo2 } from 'lucide-react'
import { useRoleAllows } from '@/auth/use-person.ts'
import { RunActions } from '@/features/run/run-actions.tsx'
import { useRemovalActions } from '../hooks/use-removals.ts'
import { type RemovalDetail, sumHeld, sumOf } from '../removal.ts'

/** Actions that its current state allows. */
export function RemovalActions({ removal }: { removal: RemovalDetail }) {
  const { status, stage } = removal
  const { pause, resume } = useRemovalActions()
  if (!useRoleAllows('admin')) return null
  const isOpen = isOpenRun(status) || status === 'failed'
  return (
    <RunActions
      run={removal}
      send={{ pause, resume, retry: resume }}
      retry={status === 'failed' ? { label: 'Resume' } : null}
      after={
        <>
          {isOpen && stage !== 'restoring' ? <RestoreButton removal={removal} /> : null}
          {status === 'waiting' ? <ApproveButton removal={removal} /> : null}
        </>
      }
    />
  )
}

function RestoreButton({ removal }: { removal: RemovalDetail }) {
  const { restore } = useRemovalActions()
  const held = sumHeld(removal)
  const deleted = sumOf(removal, ['deleted']).objects
  const lost = deleted === 0n ? '' : ` ${formatCountOf(deleted, 'object')} were already deleted permanently.`
  return (
    <ConfirmDialog
      title={`Restore ${formatCountOf(held.objects, 'object')} of ${formatBytes(held.bytes)}?`}
      description={`Objects in quarantine go back to their key or lose their tag. Other objects do not change. This ends the removal.${lost}`}
      confirmLabel="Restore all"
      cancelLabel="Cancel"
      onConfirm={async () => void (await restore.mutateAsync({ id: removal.id }))}
      trigger={<Button icon={<Undo2 aria-hidden />}>Restore</Button>}
    />
  )
}

/** Shown to whoever started it too, with the reason why they cannot approve. */
function ApproveButton({ removal }: { removal: RemovalDetail }) {
  const { approve } = useRemovalActions()
  const { objects, bytes, uploads } = sumHeld(removal)
  const aborted = uploads === 0n ? '' : ` ${formatCountOf(uploads, 'stale upload')} are aborted.`
  return (
    <ConfirmDialog
      danger
      title={`Delete ${formatCountOf(objects, 'object')} of ${formatBytes(bytes)} permanently?`}
      description={`Each object is checked on all replicas again. Objects that a replica needs are restored instead.${aborted} This cannot be undone.`}
      confirmLabel="Delete permanently"
      cancelLabel="Cancel"
      typeToConfirm={removal.bucket}
      onConfirm={async () =>
        void (await approve.mutateAsync({ id: removal.id, expectedObjects: Number(objects + uploads) }))
      }
      trigger={
        <Button
          variant="danger"
          icon={<Trash2 aria-hidden />}
          disabled={!removal.mayApprove}
          title={
            removal.mayApprove
              ? undefined
              : `Started by ${removal.requestedBy}. Another admin must approve it.`
          }
        >
          Approve deletion
        </Button>
      }
    />
  )
}
