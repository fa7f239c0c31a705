'use client'
import { answerBatch, describeGoal } from '@frostline/domain'
import {
  formatBytes,
  formatCountOf,
  KeyValueList,
  Panel,
  ProgressBar,
  RelativeTime,
  shareOf,
  TierBadge,
} from '@frostline/ui'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { AnswerFirst } from '@/features/answer/answer-first.tsx'
import { nameOfRun } from '@/features/run/run-header.tsx'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { PageWithoutData } from '@/features/shell/components/page-without-data.tsx'
import { LookPill } from '@/features/status/look-pill.tsx'
import { PlanChecks } from '@/features/tier-migrations/components/plan-checks.tsx'
import { ReviewCard } from '@/features/tier-migrations/components/review-panel.tsx'
import { isActive, migrationLooks, reviewLooks } from '@/features/tier-migrations/status.ts'
import { routes } from '@/navigation/routes.ts'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromLedger } from '@/trpc/panel-from-query.ts'
import { useReadAgain } from '@/trpc/use-read-again.ts'
import { BatchActions } from './batch-actions.tsx'
import { type BatchDetail, useBatchActions } from './use-batch-actions.ts'

export function BatchPage({ id }: { id: string }) {
  const trpc = useTRPC()
  const options = trpc.tierBatches.get.queryOptions({ id })
  const query = useQuery({
    ...options,
    refetchInterval: (now) => (now.state.data && isActive(now.state.data) ? 5000 : false),
  })
  useReadAgain('tier-migration', [{ queryKey: options.queryKey }])
  const batch = query.data
  if (!batch)
    return <PageWithoutData title="Several tables" task="read the plan of several tables" query={query} />
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        crumb={{
          id,
          name: nameOfRun(formatCountOf(batch.migrations.length, 'table'), batch.createdAt),
        }}
        title={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {formatCountOf(batch.migrations.length, 'table')}
            <TierBadge tier="cold">{`to ${batch.targetVolume}`}</TierBadge>
            <LookPill look={migrationLooks[batch.status]} />
            {batch.status === 'planned' && batch.review ? (
              <LookPill look={reviewLooks[batch.review.state]} />
            ) : null}
          </span>
        }
        description={
          <>
            Started by {batch.requestedBy} <RelativeTime at={batch.createdAt} />
          </>
        }
        actions={<BatchActions batch={batch} />}
      />
      <Panel title="Progress" {...panelFromLedger(query, { task: 'read the plan of several tables' })}>
        <AnswerFirst
          inset
          answer={answerBatch({
            status: batch.status,
            target: batch.targetVolume,
            tables: batch.migrations.map(({ status }) => status),
            movedBytes: batch.movedBytes,
            totalBytes: batch.totals.bytes,
          })}
        >
          <ProgressBar
            label="Progress of all tables"
            showPercent
            tone={batch.status === 'completed' ? 'ok' : batch.status === 'failed' ? 'danger' : 'cold'}
            share={batch.status === 'completed' ? 1 : shareOf(batch.movedBytes, batch.totals.bytes)}
          />
        </AnswerFirst>
        <p className="mt-2 text-ink-2 text-sm">
          {formatBytes(batch.movedBytes)} of {formatBytes(batch.totals.bytes)},{' '}
          {formatCountOf(batch.totals.parts, 'part')}. The tables run one after the other. A failed table does
          not stop the next.
        </p>
      </Panel>
      {batch.migrations.map((migration, index) => (
        <Panel
          key={migration.id}
          title={`${index + 1}. ${migration.database}.${migration.table}`}
          actions={<LookPill look={migrationLooks[migration.status]} />}
        >
          <div className="flex flex-col gap-3 text-sm">
            <ProgressBar
              size="sm"
              showPercent
              label={`Progress of ${migration.database}.${migration.table}`}
              tone={
                migration.status === 'completed' ? 'ok' : migration.status === 'failed' ? 'danger' : 'cold'
              }
              share={
                migration.status === 'completed' ? 1 : shareOf(migration.movedBytes, migration.totalBytes)
              }
            />
            <p>
              {formatBytes(migration.totalBytes)} in {formatCountOf(migration.steps.total, 'step')},{' '}
              {migration.steps.completed} done
            </p>
            {migration.error ? <p className="text-danger-ink">{migration.error}</p> : null}
            {batch.status === 'planned' ? <PlanChecks checks={migration.checks} /> : null}
            <Link
              className="self-start text-accent-ink hover:underline"
              href={routes.migration(batch.clusterSlug, migration.id)}
            >
              Steps, pace and proofs of {migration.database}.{migration.table}
            </Link>
          </div>
        </Panel>
      ))}
      <div className="grid gap-4 lg:grid-cols-2">
        <BatchReview batch={batch} />
        <Panel title="Plan">
          <KeyValueList
            items={[
              { key: 'Goal', value: describeGoal(batch.goal) },
              { key: 'Target volume', value: batch.targetVolume, mono: true },
              ...(batch.leftOut.length > 0
                ? [{ key: 'Nothing to move', value: batch.leftOut.join(', '), mono: true }]
                : []),
              { key: 'ID', value: batch.id, mono: true },
            ]}
          />
        </Panel>
      </div>
    </div>
  )
}

/** One review for the plans of all tables. */
function BatchReview({ batch }: { batch: BatchDetail }) {
  const actions = useBatchActions(batch.id)
  return <ReviewCard plan={batch} planned={batch.status === 'planned'} actions={actions} />
}
