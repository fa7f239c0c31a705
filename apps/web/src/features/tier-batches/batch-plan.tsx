'use client'
import { answerPlan } from '@frostline/domain'
import {
  Button,
  Bytes,
  ConfirmDialog,
  Count,
  formatBytes,
  formatCountOf,
  KeyValueList,
  Panel,
} from '@frostline/ui'
import { type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query'
import { Play, Send } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useRoleAllows } from '@/auth/use-person.ts'
import { AnswerFirst } from '@/features/answer/answer-first.tsx'
import { HoldingRules } from '@/features/approvals/holding-rules.tsx'
import { PlanChecks } from '@/features/tier-migrations/components/plan-checks.tsx'
import { routes } from '@/navigation/routes.ts'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import { showFailure } from '@/trpc/show-failure.ts'
import { type BatchRequest, tableKey } from './use-batch-request.ts'

type Preview = RouterOutputs['tierBatches']['preview']
type TableName = { database: string; table: string }

interface Props {
  cluster: string
  request: BatchRequest | null
  preview: UseQueryResult<Preview, unknown>
  chosen: readonly TableName[]
  onLeaveOut: (table: TableName) => void
}

/** Totals, a section for each table, and the buttons for all of them. */
export function BatchPlan({ cluster, request, preview, chosen, onLeaveOut }: Props) {
  if (!request)
    return (
      <Panel
        title="3. Plan"
        className="mt-4"
        minHeightPx={120}
        state={{
          kind: 'empty',
          empty: {
            title: 'Incomplete',
            children: 'Choose tables, a day and a volume to see the plan.',
          },
        }}
      />
    )
  const current = preview.isPlaceholderData ? null : (preview.data ?? null)
  return (
    <Panel
      title="3. Plan"
      className="mt-4"
      minHeightPx={120}
      {...panelFromQuery(preview, { task: 'plan the moves' })}
      observedAt={preview.data?.observedAt ?? null}
    >
      {preview.data ? (
        <div className="flex flex-col gap-4">
          <AnswerFirst
            inset
            answer={answerPlan({
              accepted: preview.data.accepted,
              checks: preview.data.tables.flatMap(({ checks }) => checks),
              ...preview.data.totals,
              steps: preview.data.steps,
              target: request.targetVolume,
            })}
          />
          <KeyValueList
            labelWidth="5rem"
            items={[
              { key: 'Bytes', value: <Bytes value={preview.data.totals.bytes} /> },
              { key: 'Parts', value: <Count value={preview.data.totals.parts} /> },
              { key: 'Rows', value: <Count value={preview.data.totals.rows} /> },
              { key: 'Steps', value: formatCountOf(preview.data.steps, 'step') },
            ]}
          />
          <PlanButtons cluster={cluster} request={request} preview={current} />
          {preview.data.tables.map((table) => (
            <section
              key={tableKey(table)}
              aria-label={`${table.database}.${table.table}`}
              className="border-t pt-3"
            >
              <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
                <h3 className="break-all font-mono text-sm">
                  {table.database}.{table.table}
                </h3>
                <span className="text-ink-2 text-sm">
                  {table.kind === 'planned' ? (
                    <>
                      <Bytes value={table.totals.bytes} /> in {formatCountOf(table.steps, 'step')}
                    </>
                  ) : table.kind === 'nothing' ? (
                    'nothing to move, skipped'
                  ) : (
                    'refused'
                  )}
                </span>
              </div>
              {table.kind === 'nothing' ? null : <PlanChecks checks={table.checks} />}
              {table.rules.length > 0 ? (
                <div className="mt-2 text-sm">
                  <p>Once started, its tier migration waits for approval.</p>
                  <HoldingRules rules={table.rules} />
                </div>
              ) : null}
              {table.kind === 'refused' && chosen.some((each) => tableKey(each) === tableKey(table)) ? (
                <Button className="mt-2" onClick={() => onLeaveOut(table)}>
                  Remove from plan
                </Button>
              ) : null}
            </section>
          ))}
        </div>
      ) : null}
    </Panel>
  )
}

/** `preview` is null while it does not match the request. */
function PlanButtons({
  cluster,
  request,
  preview,
}: {
  cluster: string
  request: BatchRequest
  preview: Preview | null
}) {
  const trpc = useTRPC()
  const router = useRouter()
  const operator = useRoleAllows('operator')
  const registration = useQuery(trpc.clusters.get.queryOptions({ cluster }))
  const tell = (task: string) => ({ onError: (error: unknown) => showFailure(error, task) })
  const plan = useMutation(trpc.tierBatches.plan.mutationOptions(tell('create the plan')))
  const start = useMutation(trpc.tierBatches.start.mutationOptions(tell('start the plan')))
  const ask = useMutation(trpc.tierBatches.askReview.mutationOptions(tell('send the plan for review')))
  if (!operator)
    return (
      <p className="text-ink-3 text-xs">Only operators and admins can start it. Your role is read-only.</p>
    )
  const busy = plan.isPending || start.isPending || ask.isPending
  const ready = preview?.accepted ?? false
  const reviewed = registration.data?.approvalRequired ?? false
  const then = async (next?: typeof start) => {
    const made = await plan.mutateAsync(request).catch(() => null)
    if (!made) return
    // Also if it is rejected: the plan is stored by then, and its page shows the reason.
    await next?.mutateAsync({ id: made.id }).catch(() => undefined)
    router.push(routes.batch(cluster, made.id))
  }
  const movedTables = preview?.tables.filter(({ kind }) => kind === 'planned').length ?? 0
  const held = preview?.tables.filter(({ rules }) => rules.length > 0).length ?? 0
  const summary = preview
    ? `${formatBytes(preview.totals.bytes)} of ${formatCountOf(movedTables, 'table')}`
    : ''
  return (
    <div className="flex flex-wrap gap-2">
      {reviewed ? (
        <Button
          variant="primary"
          icon={<Send aria-hidden />}
          disabled={!ready}
          busy={busy}
          onClick={() => void then(ask)}
        >
          {ready ? `Send ${summary} for review` : 'Send for review'}
        </Button>
      ) : (
        <ConfirmDialog
          title={`Move ${summary} to ${request.targetVolume}?`}
          description={`${formatCountOf(preview?.totals.parts ?? 0, 'part')} move in ${formatCountOf(preview?.steps ?? 0, 'step')}, one table after the other. You can pause or cancel all of them together. Moved parts stay.`}
          confirmLabel="Start"
          cancelLabel="Cancel"
          onConfirm={() => then(start)}
          trigger={
            <Button variant="primary" icon={<Play aria-hidden />} disabled={!ready}>
              {ready ? `Move ${summary}` : 'Move'}
            </Button>
          }
        >
          {held > 0 ? (
            <p className="rounded-md border px-3 py-2 text-sm">
              {held} of {formatCountOf(movedTables, 'tier migration')} {held === 1 ? 'waits' : 'wait'} for the
              approval of other people. You cannot approve {held === 1 ? 'it' : 'them'} yourself.
            </p>
          ) : null}
        </ConfirmDialog>
      )}
      <Button disabled={!ready} busy={busy} onClick={() => void then()}>
        Save as plan
      </Button>
    </div>
  )
}
