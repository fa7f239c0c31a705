'use client'
import { describeTarget } from '@frostline/domain'
import {
  Button,
  buttonClasses,
  CodeBlock,
  ConfirmDialog,
  Drawer,
  formatBytes,
  formatCountOf,
} from '@frostline/ui'
import { useQuery } from '@tanstack/react-query'
import { Braces, FileJson, FileText, Play, ShieldCheck } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useRoleAllows } from '@/auth/use-person.ts'
import { RunActions } from '@/features/run/run-actions.tsx'
import { routes } from '@/navigation/routes.ts'
import { useTRPC } from '@/trpc/context.ts'
import { WithoutData } from '@/trpc/without-data.tsx'
import { describeCancel } from '../describe-cancel.ts'
import { useMigrationActions } from '../hooks/use-migration-actions.ts'
import { describeOpenReview, isActive, type MigrationDetail } from '../status.ts'

/** Actions that the migration's current state allows. Viewers can only export. */
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
          // A plan is cancelled at once, since no worker has started it.
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

/** Reads back what has moved, at any later time. */
function CheckDeeply({ migration }: { migration: MigrationDetail }) {
  const router = useRouter()
  const actions = useMigrationActions(migration.id)
  const done = migration.stepList.filter((step) => step.status === 'completed')
  const bytes = formatBytes(done.reduce((sum, step) => sum + step.plannedBytes + step.sharedBytes, 0n))
  return (
    <ConfirmDialog
      title={`Read ${bytes} of ${migration.database}.${migration.table} back from ${describeTarget(migration)}?`}
      description={`Reads each part twice: with CHECK TABLE, which uses the filesystem cache and may evict ${bytes} of other data, and for a checksum of its rows, which bypasses the cache. It costs store requests and traffic and follows the rate limit of this migration. It moves nothing. You can cancel it.`}
      confirmLabel="Run deep check"
      cancelLabel="Cancel"
      onConfirm={async () => {
        const { id } = await actions.checkDeeply()
        router.push(routes.migration(migration.clusterSlug, id))
      }}
      trigger={<Button icon={<ShieldCheck aria-hidden />}>Run deep check</Button>}
    />
  )
}

/** The rest of a plan as a script, for a second person to read or to run manually. */
function PlanSql({ id }: { id: string }) {
  const trpc = useTRPC()
  const [open, setOpen] = useState(false)
  const script = useQuery({ ...trpc.tierMigrations.sql.queryOptions({ id }), enabled: open, staleTime: 0 })
  return (
    <>
      <Button variant="ghost" icon={<Braces aria-hidden />} onClick={() => setOpen(true)}>
        Show as SQL
      </Button>
      <Drawer
        open={open}
        onOpenChange={setOpen}
        title="Remaining statements"
        description="A move applies to one replica. Run each section on its node."
      >
        {script.data ? (
          <CodeBlock code={script.data.sql} label="Script of the plan" wrap />
        ) : (
          <WithoutData query={script} task="write the script" />
        )}
      </Drawer>
    </>
  )
}
