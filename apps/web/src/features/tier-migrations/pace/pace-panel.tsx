'use client'
import { Panel } from '@frostline/ui'
import { useRoleAllows } from '@/auth/use-person.ts'
import { useMigrationActions } from '../hooks/use-migration-actions.ts'
import { isActive, type MigrationDetail } from '../status.ts'
import { describePace } from './describe-pace.ts'
import { PaceDialog } from './pace-dialog.tsx'

/** How gently this migration goes, what it waits for now, and the way to change it. */
export function PacePanel({ migration }: { migration: MigrationDetail }) {
  const operator = useRoleAllows('operator')
  const { setLimits } = useMigrationActions(migration.id)
  const waits = migration.stepList.filter((step) => step.status === 'running' && step.waitReason !== null)
  return (
    <Panel
      title="Pace"
      actions={
        operator && migration.status !== 'completed' ? (
          <PaceDialog
            limits={migration.limits}
            description="Applies from the next statement. A running statement does not change."
            onSave={setLimits}
          />
        ) : null
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        {describePace(migration.limits).map((line) => (
          <p key={line}>{line}</p>
        ))}
        {isActive(migration) && waits.length > 0 ? (
          <ul aria-label="Waiting for" className="flex flex-col gap-1 text-ink-2 text-xs">
            {waits.map((step) => (
              <li key={step.id}>
                <span className="font-mono">{step.nodeName}</span>: {step.waitReason}
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </Panel>
  )
}
