'use client'
import type { TierMigrationLimits } from '@frostline/domain'
import { answerPlan, describeTarget, groupBy } from '@frostline/domain'
import {
  Button,
  Bytes,
  ConfirmDialog,
  Count,
  formatBytes,
  formatCountOf,
  KeyValueList,
  Panel,
  ShareBar,
} from '@frostline/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Play, Send } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useRoleAllows } from '@/auth/use-person.ts'
import { AnswerFirst } from '@/features/answer/answer-first.tsx'
import { ExpectedApproval } from '@/features/approvals/expected-approval.tsx'
import type { ClusterTable } from '@/features/tables/table-of-address.ts'
import { routes } from '@/navigation/routes.ts'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { showFailure } from '@/trpc/show-failure.ts'
import { PlanChecks } from '../components/plan-checks.tsx'
import { describePace } from '../pace/describe-pace.ts'
import { PaceDialog } from '../pace/pace-dialog.tsx'
import type { Preview } from '../status.ts'
import { PlanEstimate } from './plan-estimate.tsx'
import type { usePlanRequest } from './use-plan-request.ts'

interface Props {
  at: ClusterTable
  request: ReturnType<typeof usePlanRequest>['request']
  preview: UseQueryResult<Preview, unknown>
  onPaceChange: (limits: TierMigrationLimits) => void
}

/** Totals, checks and the button. It stays in view beside the choices. */
export function PlanPanel({ at, request, preview, onPaceChange }: Props) {
  if (!request)
    return (
      <Panel
        title="3. Plan"
        className="lg:sticky lg:top-18"
        state={{
          kind: 'empty',
          empty: {
            title: 'No plan yet',
            children: 'Choose partitions and a volume to see the plan.',
          },
        }}
        minHeightPx={220}
      />
    )
  return (
    <Panel
      title="3. Plan"
      className="lg:sticky lg:top-18"
      minHeightPx={220}
      {...panelFromQuery(preview, { task: 'plan the moves' })}
      observedAt={preview.data?.observedAt ?? null}
    >
      {preview.data ? (
        <PlanBody
          at={at}
          request={request}
          preview={preview.data}
          current={!preview.isPlaceholderData}
          onPaceChange={onPaceChange}
        />
      ) : null}
    </Panel>
  )
}

/** Whether a partition moves on more than one replica of a shard. */
function movesCopies(steps: Preview['steps']): boolean {
  return new Set(steps.map(({ shard, partitionId }) => `${shard} ${partitionId}`)).size < steps.length
}

interface BodyProps {
  at: ClusterTable
  request: NonNullable<Props['request']>
  preview: Preview
  current: boolean
  onPaceChange: Props['onPaceChange']
}

function PlanBody({ at, request, preview, current, onPaceChange }: BodyProps) {
  const operator = useRoleAllows('operator')
  const { save, start, sendForReview, reviewed, busy } = usePlanActions(at.cluster, request)
  const ready = preview.accepted && current
  const shared = preview.steps.reduce((sum, { sharing }) => sum + (sharing?.sharedBytes ?? 0n), 0n)
  const target = describeTarget({ targetVolume: 'targetVolume' in request ? request.targetVolume : null })
  const summary = `${formatBytes(preview.totals.bytes)} in ${formatCountOf(preview.steps.length, 'step')}`
  return (
    <div className="flex flex-col gap-4">
      <AnswerFirst
        inset
        answer={answerPlan({
          ...preview,
          ...preview.totals,
          steps: preview.steps.length,
          target,
          duration: preview.estimate.duration,
        })}
      >
        {preview.accepted ? (
          <ShareBar
            label="Bytes that each node copies"
            shares={sumByNode(preview.steps)}
            formatValue={formatBytes}
          />
        ) : null}
      </AnswerFirst>
      <KeyValueList
        labelWidth="5rem"
        items={[
          {
            key: 'Bytes',
            value: <Bytes value={preview.totals.bytes} />,
            note:
              shared > 0n
                ? `Uploaded once. Other replicas refer to ${formatBytes(shared)} of it and upload nothing.`
                : undefined,
          },
          { key: 'Parts', value: <Count value={preview.totals.parts} /> },
          {
            key: 'Rows',
            value: <Count value={preview.totals.rows} />,
            note: movesCopies(preview.steps)
              ? shared > 0n
                ? 'Counted on each replica.'
                : 'Each replica moves its own copy. All copies count.'
              : undefined,
          },
          { key: 'Steps', value: formatCountOf(preview.steps.length, 'step') },
        ]}
      />
      {preview.accepted && preview.steps.length > 0 ? <PlanEstimate estimate={preview.estimate} /> : null}
      <PlanChecks checks={preview.checks} />
      <section aria-labelledby="plan-pace" className="flex flex-col items-start gap-2">
        <h3 id="plan-pace" className="font-medium text-sm">
          Pace
        </h3>
        {describePace(request.limits).map((line) => (
          <p key={line} className="text-ink-2 text-sm">
            {line}
          </p>
        ))}
        <PaceDialog
          limits={request.limits}
          description="Rate limits. You can change them while the migration runs."
          onSave={async (limits) => onPaceChange(limits)}
        />
      </section>
      {operator ? (
        <div className="flex flex-wrap gap-2">
          {reviewed ? (
            <Button
              variant="primary"
              icon={<Send aria-hidden />}
              disabled={!ready}
              busy={busy}
              onClick={() => void sendForReview()}
            >
              {ready ? `Send ${summary} for review` : 'Send for review'}
            </Button>
          ) : (
            <ConfirmDialog
              title={`Move ${formatBytes(preview.totals.bytes)} of ${at.database}.${at.table} to ${target}?`}
              description={`${formatCountOf(preview.totals.parts, 'part')} move in ${formatCountOf(preview.steps.length, 'step')}, in the order of the plan. You can pause or cancel at any time. Moved parts stay.`}
              confirmLabel="Start"
              cancelLabel="Cancel"
              onConfirm={start}
              trigger={
                <Button variant="primary" icon={<Play aria-hidden />} disabled={!ready}>
                  {ready ? `Move ${summary}` : 'Move'}
                </Button>
              }
            >
              <ExpectedApproval
                cluster={at.cluster}
                kind="tier-migration"
                table={{ database: at.database, table: at.table }}
                bytes={preview.totals.bytes}
              />
            </ConfirmDialog>
          )}
          <Button disabled={!ready} busy={busy} onClick={() => void save()}>
            Save as plan
          </Button>
        </div>
      ) : (
        <p className="text-ink-3 text-xs">Only operators and admins can start it. Your role is read-only.</p>
      )}
    </div>
  )
}

function sumByNode(steps: Preview['steps']) {
  return [...groupBy(steps, ({ node }) => node)].map(([node, own]) => ({
    key: node,
    label: node,
    value: own.reduce((sum, { totals }) => sum + totals.bytes, 0n),
  }))
}

function usePlanActions(cluster: string, request: NonNullable<Props['request']>) {
  const trpc = useTRPC()
  const router = useRouter()
  const plan = useMutation(
    trpc.tierMigrations.plan.mutationOptions({ onError: (error) => showFailure(error, 'create the plan') }),
  )
  const run = useMutation(
    trpc.tierMigrations.start.mutationOptions({
      onError: (error) => showFailure(error, 'start the tier migration'),
    }),
  )
  const ask = useMutation(
    trpc.tierMigrations.askReview.mutationOptions({
      onError: (error) => showFailure(error, 'send the plan for review'),
    }),
  )
  const registration = useQuery(trpc.clusters.get.queryOptions({ cluster }))
  return {
    /** Starting requires a second person on this cluster. */
    reviewed: registration.data?.approvalRequired ?? false,
    busy: plan.isPending || run.isPending || ask.isPending,
    sendForReview: async () => {
      const made = await plan.mutateAsync(request).catch(() => null)
      if (!made) return
      await ask.mutateAsync({ id: made.id }).catch(() => undefined)
      router.push(routes.migration(cluster, made.id))
    },
    save: async () => {
      const made = await plan.mutateAsync(request).catch(() => null)
      if (made) router.push(routes.migration(cluster, made.id))
    },
    start: async () => {
      const { id } = await plan.mutateAsync(request)
      // Also if the start is rejected: the plan is stored by then, and its page shows the reason.
      await run.mutateAsync({ id }).catch(() => undefined)
      router.push(routes.migration(cluster, id))
    },
  }
}
