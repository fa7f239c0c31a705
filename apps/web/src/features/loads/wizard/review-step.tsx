'use client'
import { answerLoadPlan } from '@frostline/domain'
import {
  Button,
  CodeBlock,
  ConfirmDialog,
  formatBytes,
  formatCountOf,
  formatDuration,
  KeyValueList,
  Panel,
} from '@frostline/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { AnswerFirst } from '@/features/answer/answer-first.tsx'
import { ExpectedApproval } from '@/features/approvals/expected-approval.tsx'
import { SavePipeline } from '@/features/load-pipelines/form/save-pipeline.tsx'
import { routes } from '@/navigation/routes.ts'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { showFailure } from '@/trpc/show-failure.ts'
import { LoadChecks } from '../components/load-checks.tsx'
import { type LoadDraftInput, type LoadPlan, strategyNames } from '../load.ts'
import { describeQuorum, explainQuorumSource } from '../quorum-words.ts'
import { type StepProps, useLoadPreview } from './use-draft.ts'

/** A review of everything, from the current bucket and nodes; then the start. */
export function ReviewStep({ cluster, state, resolving }: StepProps) {
  const [shownBatch, setShownBatch] = useState(0)
  const preview = useLoadPreview(resolving.input, shownBatch)
  const plan = preview.data
  const target = `${state.draft.database}.${state.draft.table}`
  return (
    <>
      <Panel
        title="Review"
        minHeightPx={160}
        {...panelFromQuery(preview, { task: 'plan the load' })}
        footer={
          plan && resolving.input ? (
            <StartButton
              cluster={cluster}
              input={resolving.input}
              plan={plan}
              target={target}
              stale={preview.isFetching}
              onStarted={state.forget}
            />
          ) : undefined
        }
      >
        {plan ? (
          <div className="flex flex-col gap-4">
            <AnswerFirst
              inset
              answer={answerLoadPlan({
                accepted: plan.accepted,
                blocking: plan.checks.filter(({ outcome }) => outcome === 'blocking').length,
                warnings: plan.checks.filter(({ outcome }) => outcome === 'warning').length,
                ...plan.totals,
                batches: plan.batches,
                target,
                duration: plan.estimate,
              })}
            />
            <KeyValueList
              items={[
                {
                  key: 'objects',
                  label: 'Objects',
                  value: `${formatCountOf(plan.totals.objects, 'object')}, ${formatBytes(plan.totals.sizeBytes)}`,
                  note: `in ${formatCountOf(plan.batches, 'batch', 'batches')}`,
                },
                {
                  key: 'time',
                  label: 'Time',
                  value: plan.estimate
                    ? `${formatDuration(plan.estimate.fastMs)} to ${formatDuration(plan.estimate.slowMs)}`
                    : 'not known yet',
                  note: plan.estimate
                    ? `From ${formatCountOf(plan.estimate.measuredLoads, 'finished load')} of a similar size.`
                    : 'Needs five finished loads of a similar size. A trial in the previous step measures it.',
                },
                {
                  key: 'target',
                  label: 'Into',
                  value: target,
                  mono: true,
                  note: `on ${plan.landingNodes.join(', ')}`,
                },
                {
                  key: 'strategy',
                  label: 'Strategy',
                  value: strategyNames[plan.strategy.chosen],
                  note:
                    plan.strategy.chosen === plan.strategy.recommended
                      ? plan.strategy.reason
                      : `Recommended: ${strategyNames[plan.strategy.recommended]}`,
                },
                ...(plan.quorum === null
                  ? []
                  : [
                      {
                        key: 'quorum',
                        label: 'Quorum',
                        value: describeQuorum(plan.quorum.replicas, plan.quorum.most),
                        note: explainQuorumSource(plan.quorum),
                      },
                    ]),
              ]}
            />
          </div>
        ) : null}
      </Panel>
      {plan ? (
        <>
          <Panel title="Checks">
            <LoadChecks checks={plan.checks} />
          </Panel>
          <Panel
            title="Statements"
            description={`Batch ${plan.shownBatch + 1} of ${plan.batches}, as sent. JOB is the ID of the load. Keys are hidden.`}
            actions={
              plan.batches > 1 ? (
                <span className="flex gap-1">
                  <Button
                    size="sm"
                    disabled={plan.shownBatch === 0}
                    onClick={() => setShownBatch(plan.shownBatch - 1)}
                  >
                    Previous batch
                  </Button>
                  <Button
                    size="sm"
                    disabled={plan.shownBatch + 1 >= plan.batches}
                    onClick={() => setShownBatch(plan.shownBatch + 1)}
                  >
                    Next batch
                  </Button>
                </span>
              ) : undefined
            }
          >
            <div className="flex flex-col gap-4">
              {plan.statements.map(({ name, node, sql }) => (
                <section key={`${node} ${sql}`} className="flex min-w-0 flex-col gap-1.5">
                  <h3 className="text-sm">
                    {name} <span className="text-ink-3 text-xs">({node})</span>
                  </h3>
                  <CodeBlock code={sql} label={`${name} (${node})`} wrap className="max-h-80" />
                </section>
              ))}
            </div>
          </Panel>
        </>
      ) : null}
    </>
  )
}

interface StartButtonProps {
  cluster: string
  input: LoadDraftInput
  plan: LoadPlan
  target: string
  /** The plan on screen is of an older draft, or is being updated. */
  stale: boolean
  onStarted: () => void
}

function StartButton({ cluster, input, plan, target, stale, onStarted }: StartButtonProps) {
  const trpc = useTRPC()
  const router = useRouter()
  const queryClient = useQueryClient()
  const start = useMutation(
    trpc.loads.start.mutationOptions({
      onSuccess: ({ id }) => {
        onStarted()
        void queryClient.invalidateQueries(trpc.loads.list.pathFilter())
        router.push(routes.load(cluster, id))
      },
      onError: (error: unknown) => showFailure(error, 'start the load'),
    }),
  )
  const size = formatBytes(plan.totals.sizeBytes)
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <span role="status">{plan.accepted ? 'Ready to start.' : 'A failed check prevents the start.'}</span>
      <span className="flex flex-wrap justify-end gap-2">
        <SavePipeline
          cluster={cluster}
          input={input}
          plan={plan}
          target={target}
          disabled={!plan.accepted || stale}
          onSaved={onStarted}
        />
        <ConfirmDialog
          title={`Load ${size} into ${target}?`}
          description={`Reads ${formatCountOf(plan.totals.objects, 'object')} on ${plan.landingNodes.join(', ')} and loads them batch by batch. You can pause and cancel. Loaded batches stay in the table.`}
          confirmLabel="Start load"
          cancelLabel="Cancel"
          onConfirm={async () => void (await start.mutateAsync(input))}
          trigger={
            <Button
              variant="primary"
              icon={<Play aria-hidden />}
              disabled={!plan.accepted || stale}
              busy={start.isPending}
            >
              Start load
            </Button>
          }
        >
          <ExpectedApproval
            {...{ cluster, bytes: plan.totals.sizeBytes }}
            kind="load-job"
            table={{ database: input.target.database, table: input.target.table }}
          />
        </ConfirmDialog>
      </span>
    </div>
  )
}
