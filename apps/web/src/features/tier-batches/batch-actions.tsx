'use client'
import { Button, ConfirmDialog, formatBytes, formatCountOf } from '@frostline/ui'
import { Ban, Pause, Play, RotateCw } from 'lucide-react'
import { useRoleAllows } from '@/auth/use-person.ts'
import { describeOpenReview } from '@/features/tier-migrations/status.ts'
import { type BatchDetail, useBatchActions } from './use-batch-actions.ts'

/** What has moved, what is moving, and what stays. */
function describeBatchCancel({ migrations, movedBytes, totals, targetVolume }: BatchDetail): string {
  const moving = migrations.flatMap(({ inFlight }) => inFlight.parts)
  const under =
    moving.length === 0
      ? 'No part is being copied now.'
      : `${moving.join(', ')} is being copied. The copy is stopped, and its uploaded data is dropped.`
  return `No further table starts. ${formatBytes(movedBytes)} arrived on ${targetVolume} and stay there. ${under} ${formatBytes(totals.bytes - movedBytes)} do not move.`
}

/** Actions on all tables that their current state allows. Viewers can only look. */
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
          description={`One table after the other. Reads and inserts continue. You can pause or cancel all of them together. Moved parts stay.${describeOpenReview(batch.review)}`}
          confirmLabel="Start"
          cancelLabel="Cancel"
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
          Retry remaining
        </Button>
      ) : null}
      {has('planned', 'queued', 'running', 'pausing', 'paused') ? (
        <ConfirmDialog
          danger
          title={`Cancel the moves of ${tables}?`}
          description={describeBatchCancel(batch)}
          confirmLabel="Cancel all"
          cancelLabel="Keep running"
          onConfirm={async () => void (await actions.cancel())}
          trigger={<Button icon={<Ban aria-hidden />}>Cancel all</Button>}
        />
      ) : null}
    </>
  )
}
