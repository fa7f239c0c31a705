'use client'
import { describeTarget } from '@frostline/domain'
import { Button, buttonClasses, ConfirmDialog, formatBytes, formatCountOf } from '@frostline/ui'
import { FileJson, FileText, Play } from 'lucide-react'
import { useRoleAllows } from '@/auth/use-person.ts'
import { RunActions } from '@/features/run/run-actions.tsx'
import { describeCancel } from '../describe-cancel.ts'
import { useMigrationActions } from '../hooks/use-migration-actions.ts'
import { describeOpenReview, isActive, type MigrationDetail } from '../status.ts'
import { CheckDeeply } from './check-deeply.tsx'
import { PlanSql } from './plan-sql.tsx'

/** What may be done with the migration in its present state. Viewers only export. */
export function MigrationActions({ migration }: { migration: MigrationDetail }) {
  const operator = useRoleAllows('operator')
  const actions = useMigrationActions(migration.id)
  const name = `${migration.database}.${migration.table}`
  const proofs = migration.steps.completed > 0
  return (
    <>
      {proofs ? (
        <>
          <a
            className={buttonClasses('ghost')}
            href={`/api/reports/${migration.id}`}
            target="_blank"
            rel="noreferrer"
          >
            <FileText aria-hidden /> Report
          </a>
          <a className={buttonClasses('ghost')} href={`/api/proofs/${migration.id}`} download>
            <FileJson aria-hidden /> Export proof
          </a>
        </>
      ) : null}
      {migration.checkOfId === null &&
      migration.steps.completed + migration.steps.skipped < migration.steps.total ? (
        <PlanSql id={migration.id} />
      ) : null}
      {operator && migration.status === 'planned' && !migration.needsApproval ? (
        <ConfirmDialog
          title={`Move ${formatBytes(migration.totalBytes)} of ${name} to ${describeTarget(migration)}?`}
          description={`${formatCountOf(migration.steps.total, 'step')} move ${formatCountOf(migration.totalParts, 'part')}, one at a time on each replica. Reads and inserts continue. You can cancel at any time. Moved parts stay.${describeOpenReview(migration.review)}`}
          confirmLabel="Start"
          cancelLabel="Cancel"
          onConfirm={async () => void (await actions.start())}
          trigger={
            <Button variant="primary" icon={<Play aria-hidden />}>
              Start
            </Button>
          }
        />
      ) : null}
      {operator ? (
        <RunActions
          // A plan is cancelled at once, as what no worker has begun.
          run={{ id: migration.id, status: migration.status === 'planned' ? 'queued' : migration.status }}
          send={migration.status === 'planned' ? { cancel: actions.orders.cancel } : actions.orders}
          cancel={{
            title: `Cancel the ${migration.checkOfId === null ? 'tier migration' : 'deep check'} of ${name}?`,
            description: describeCancel(migration),
            confirmLabel: migration.checkOfId === null ? 'Cancel migration' : 'Cancel check',
            onOpen: () => void actions.refresh(),
          }}
          retry={{ label: 'Retry remaining' }}
          after={
            proofs && migration.checkOfId === null && !isActive(migration) ? (
              <CheckDeeply migration={migration} />
            ) : null
          }
        />
      ) : null}
    </>
  )
}
