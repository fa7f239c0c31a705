'use client'
import { Button, ConfirmDialog, formatBytes } from '@frostline/ui'
import { ArrowUpToLine, RotateCw, SkipForward, Undo2 } from 'lucide-react'
import { useRoleAllows } from '@/auth/use-person.ts'
import { useMigrationActions } from '../hooks/use-migration-actions.ts'
import { type MigrationDetail, mayRetryStep, type StepDetail } from '../status.ts'

/** Actions that the step's current state allows. Viewers can only look. */
export function StepActions({ migration, step }: { migration: MigrationDetail; step: StepDetail }) {
  const operator = useRoleAllows('operator')
  const actions = useMigrationActions(migration.id)
  if (!operator) return null
  const changeable = migration.status !== 'completed' && migration.status !== 'cancelling'
  const planned = changeable && step.status === 'planned'
  const skippable = changeable && (planned || step.status === 'failed' || step.status === 'cancelled')
  const restorable = changeable && step.status === 'skipped'
  const retriable = mayRetryStep(migration, step)
  if (!skippable && !restorable && !retriable) return null
  // More than planned where it has uploaded for another replica.
  const left = formatBytes(step.plannedBytes > step.movedBytes ? step.plannedBytes - step.movedBytes : 0n)
  return (
    <div className="mb-4 flex flex-wrap gap-2">
      {retriable ? (
        <Button
          icon={<RotateCw aria-hidden />}
          busy={actions.busy}
          onClick={() => void actions.retryStep(step.ordinal).catch(() => undefined)}
        >
          Retry this step
        </Button>
      ) : null}
      {planned ? (
        <Button
          icon={<ArrowUpToLine aria-hidden />}
          busy={actions.busy}
          onClick={() => void actions.putFirst([step.ordinal]).catch(() => undefined)}
        >
          Run next
        </Button>
      ) : null}
      {skippable ? (
        <ConfirmDialog
          title={`Skip partition ${step.partition} on ${step.nodeName}?`}
          description={`Nothing more is sent for this step, and the migration can complete without it. ${left} do not move. You can restore the step until the migration is completed.`}
          confirmLabel="Skip step"
          cancelLabel="Cancel"
          onConfirm={async () => void (await actions.skip([step.ordinal]))}
          trigger={<Button icon={<SkipForward aria-hidden />}>Skip</Button>}
        />
      ) : null}
      {restorable ? (
        <Button
          icon={<Undo2 aria-hidden />}
          busy={actions.busy}
          onClick={() => void actions.restore([step.ordinal]).catch(() => undefined)}
        >
          Restore step
        </Button>
      ) : null}
    </div>
  )
}
