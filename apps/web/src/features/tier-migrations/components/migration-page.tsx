'use client'
import { describeTarget, groupWaits } from '@frostline/domain'
import { Badge, DataTable, Fold, formatCountOf, Panel, TierBadge } from '@frostline/ui'
import Link from 'next/link'
import { useRoleAllows } from '@/auth/use-person.ts'
import { HistoryPanel } from '@/features/run/history-panel.tsx'
import { RunHeader } from '@/features/run/run-header.tsx'
import { PageWithoutData } from '@/features/shell/components/page-without-data.tsx'
import { LookPill } from '@/features/status/look-pill.tsx'
import { CutOffUploadsNotice } from '@/features/zero-copy/cut-off-uploads-notice.tsx'
import { routes } from '@/navigation/routes.ts'
import { integerParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { panelFromLedger } from '@/trpc/panel-from-query.ts'
import { useMigration } from '../hooks/use-migration.ts'
import { useMigrationActions } from '../hooks/use-migration-actions.ts'
import { describePace } from '../pace/describe-pace.ts'
import { PaceDialog } from '../pace/pace-dialog.tsx'
import { isActive, type MigrationDetail, mayRetryStep, migrationLooks, reviewLooks } from '../status.ts'
import { LateArrivalsNotice } from './late-arrivals-notice.tsx'
import { MigrationActions } from './migration-actions.tsx'
import { MigrationProgress } from './migration-progress.tsx'
import { PlanChecks } from './plan-checks.tsx'
import { PlanFacts } from './plan-facts.tsx'
import { ReviewPanel } from './review-panel.tsx'
import { stepColumns } from './step-columns.tsx'
import { StepDrawer } from './step-drawer.tsx'
import { groupByPartition } from './step-groups.tsx'

/** The step whose drawer is open; -1 for none. */
const params = { step: integerParam(-1, 0) }

export function MigrationPage({ id }: { id: string }) {
  const query = useMigration(id)
  const [{ step }, setUrl] = useUrlState(params)
  const operator = useRoleAllows('operator')
  const { retryStep } = useMigrationActions(id)
  const migration = query.data
  if (!migration)
    return <PageWithoutData title="Tier migration" task="read the tier migration" query={query} />
  const shared = migration.stepList.some(({ uploader }) => uploader !== null)
  const columns = stepColumns(
    (ordinal) => setUrl({ step: ordinal }, { history: 'push' }),
    operator
      ? {
          may: (row) => mayRetryStep(migration, row),
          send: (ordinal) => void retryStep(ordinal).catch(() => undefined),
        }
      : null,
    shared,
  )
  return (
    <div className="flex flex-col gap-4">
      <RunHeader
        subject={`${migration.database}.${migration.table}`}
        badges={
          <>
            {migration.checkOfId === null ? (
              <TierBadge tier="cold">{`to ${describeTarget(migration)}`}</TierBadge>
            ) : (
              <Badge>{`deep check on ${describeTarget(migration)}`}</Badge>
            )}
            {migration.status === 'planned' && migration.review ? (
              <LookPill look={reviewLooks[migration.review.state]} />
            ) : null}
          </>
        }
        look={migrationLooks[migration.status]}
        run={migration}
        pausedBy={migration.pausedBy}
        more={
          migration.batchId ? (
            <>
              It is one of{' '}
              <Link
                className="text-accent-ink underline underline-offset-2"
                href={routes.batch(migration.clusterSlug, migration.batchId)}
              >
                several tables
              </Link>
              .
            </>
          ) : null
        }
        actions={<MigrationActions migration={migration} />}
        onError={{
          title:
            migration.checkOfId === null ? 'The tier migration is incomplete' : 'The deep check found errors',
          hint: 'Read the note of each failed step, fix the cause, then retry. Moved parts are not moved again.',
        }}
      />
      <Panel title="Progress" {...panelFromLedger(query, { task: 'read the tier migration' })}>
        <MigrationProgress migration={migration} seenAtMs={query.dataUpdatedAt} />
      </Panel>
      {migration.finishedAt !== null && migration.checkOfId === null ? (
        <LateArrivalsNotice
          at={{ cluster: migration.clusterSlug, database: migration.database, table: migration.table }}
          migrationId={id}
        />
      ) : null}
      {shared ? <CutOffUploadsNotice cluster={migration.clusterSlug} of={{ migrationId: id }} /> : null}
      <Panel
        title="Steps"
        description="One partition on one replica per step, grouped by partition, in the order of the plan. Open a step to see its statements and proof, or to change its order."
        flush
      >
        <DataTable
          label="Steps"
          columns={columns}
          rows={migration.stepList}
          getRowId={(row) => String(row.ordinal)}
          {...groupByPartition(migration.stepList)}
        />
      </Panel>
      <div className="grid gap-4 lg:grid-cols-2">
        <ReviewPanel migration={migration} />
        <PacePanel migration={migration} />
      </div>
      {migration.startedBy === null ? null : <HistoryPanel id={id} kind="tier-migration" />}
      <Fold title="Plan" note={describePlan(migration)}>
        <PlanFacts migration={migration} />
      </Fold>
      <Fold title="Checks at planning" note={describeChecks(migration.checks)}>
        <PlanChecks checks={migration.checks} />
      </Fold>
      <StepDrawer
        migration={migration}
        ordinal={step < 0 ? null : step}
        onClose={() => setUrl({ step: -1 }, { history: 'push' })}
      />
    </div>
  )
}

function describePlan({ steps, totalParts }: MigrationDetail): string {
  return `${formatCountOf(steps.total, 'step')}, ${formatCountOf(totalParts, 'part')}`
}

function describeChecks(checks: MigrationDetail['checks']): string {
  const open = checks.filter(({ outcome }) => outcome !== 'passed').length
  return open === 0
    ? `${formatCountOf(checks.length, 'check')} passed`
    : `${formatCountOf(open, 'warning')} of ${formatCountOf(checks.length, 'check')}`
}

/** The limits of this migration, what it waits for now, and a button to change them. */
function PacePanel({ migration }: { migration: MigrationDetail }) {
  const operator = useRoleAllows('operator')
  const { setLimits } = useMigrationActions(migration.id)
  const waits = groupWaits(migration.stepList)
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
            {waits.map(({ reason, nodes, steps }) => (
              <li key={reason} className="break-words">
                {formatCountOf(steps, 'step')} on <span className="font-mono">{nodes.join(', ')}</span>:{' '}
                {reason}
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </Panel>
  )
}
