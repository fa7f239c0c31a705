'use client'
import { Button, ConfirmDialog, formatBytes } from '@frostline/ui'
import { ArrowUpToLine, SkipForward, Undo2 } from 'lucide-react'
import { useRoleAllows } from '@/auth/use-person.ts'
import { useMigrationActions } from '../hooks/use-migration-actions.ts'
import type { MigrationDetail, StepDetail } from '../status.ts'

/** What may be done with one step in its present state. Viewers only look. */
export function StepActions({ migration, step }: { migration: MigrationDetail; step: StepDetail }) {
  const operator = useRoleAllows('operator')
  const actions = useMigrationActions(migration.id)
  if (!operator || migration.status === 'completed' || migration.status === 'cancelling') return null
  const planned = step.status === 'planned'
  const skippable = planned || step.status === 'failed' || step.status === 'cancelled'
  if (!skippable && step.status !== 'skipped') return null
  const left = formatBytes(step.plannedBytes - step.movedBytes)
  return (
    <div className="mb-4 flex flex-wrap gap-2">
      {planned ? (
        <Button
          icon={<ArrowUpToLine aria-hidden />}
          busy={actions.busy}
          onClick={() => void actions.putFirst([step.ordinal]).catch(() => undefined)}
        >
          Take it next
        </Button>
      ) : null}
      {skippable ? (
        <ConfirmDialog
          title={`Skip partition ${step.partition} on ${step.nodeName}?`}
          description={`Nothing more is sent for it, and the migration can complete without it: ${left} stay where they are. It can be taken in again until the migration is completed.`}
          confirmLabel="Skip step"
          cancelLabel="Keep it"
          onConfirm={async () => void (await actions.skip([step.ordinal]))}
          trigger={<Button icon={<SkipForward aria-hidden />}>Skip</Button>}
        />
      ) : null}
      {step.status === 'skipped' ? (
        <Button
          icon={<Undo2 aria-hidden />}
          busy={actions.busy}
          onClick={() => void actions.restore([step.ordinal]).catch(() => undefined)}
        >
          Take it in again
        </Button>
      ) : null}
    </div>
  )
}
