'use client'
import { Button, ConfirmDialog, formatBytes, formatCountOf } from '@frostline/ui'
import { Ban, Pause, Play, RotateCw } from 'lucide-react'
import { useRoleAllows } from '@/auth/use-person.ts'
import { describeOpenReview } from '@/features/tier-migrations/status.ts'
import { type BatchDetail, useBatchActions } from './use-batch-actions.ts'

/** What may be done with all tables in their present state. Viewers only look. */
export function BatchActions({ batch }: { batch: BatchDetail }) {
  const operator = useRoleAllows('operator')
  const actions = useBatchActions(batch.id)
  if (!operator) return null
  const has = (...statuses: BatchDetail['status'][]) =>
    batch.migrations.some(({ status }) => statuses.includes(status))
  const tables = formatCountOf(batch.migrations.length, 'table')
  return (
    <>
      {has('planned') && !batch.needsApproval ? (
        <ConfirmDialog
          title={`Move ${formatBytes(batch.totals.bytes)} of ${tables} to ${batch.targetVolume}?`}
          description={`One table after the other. Reads and inserts go on meanwhile. All can be paused or cancelled as one; what has arrived stays.${describeOpenReview(batch.review)}`}
          confirmLabel="Start moving"
          cancelLabel="Not now"
          onConfirm={async () => void (await actions.start())}
          trigger={
            <Button variant="primary" icon={<Play aria-hidden />}>
              Start all
            </Button>
          }
        />
      ) : null}
      {has('queued', 'running') ? (
        <Button icon={<Pause aria-hidden />} busy={actions.busy} onClick={actions.pause}>
          Pause all
        </Button>
      ) : null}
      {has('paused') ? (
        <Button variant="primary" icon={<Play aria-hidden />} busy={actions.busy} onClick={actions.resume}>
          Resume all
        </Button>
      ) : null}
      {has('failed', 'cancelled') && !has('planned') ? (
        <Button icon={<RotateCw aria-hidden />} busy={actions.busy} onClick={actions.retry}>
          Retry what is left
        </Button>
      ) : null}
      {has('planned', 'queued', 'running', 'pausing', 'paused') ? (
        <ConfirmDialog
          danger
          title={`Cancel the moves of ${tables}?`}
          description={`The part that is moving now is stopped and stays where it was, and no further table begins. ${formatBytes(batch.movedBytes)} have arrived and stay on ${batch.targetVolume}; ${formatBytes(batch.totals.bytes - batch.movedBytes)} stay where they are.`}
          confirmLabel="Cancel all"
          cancelLabel="Keep it going"
          onConfirm={async () => void (await actions.cancel())}
          trigger={<Button icon={<Ban aria-hidden />}>Cancel all</Button>}
        />
      ) : null}
    </>
  )
}
