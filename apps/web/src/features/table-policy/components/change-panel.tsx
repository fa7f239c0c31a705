'use client'
import { answerPolicyChange } from '@frostline/domain'
import {
  Button,
  Checkbox,
  CodeBlock,
  ConfirmDialog,
  formatBytes,
  formatCountOf,
  Panel,
  StepList,
  type StepState,
} from '@frostline/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Replace } from 'lucide-react'
import { useState } from 'react'
import { useRoleAllows } from '@/auth/use-person.ts'
import { AnswerFirst } from '@/features/answer/answer-first.tsx'
import type { ClusterTable } from '@/features/tables/table-of-address.ts'
import { PlanChecks } from '@/features/tier-migrations/components/plan-checks.tsx'
import { useTRPC } from '@/trpc/context.ts'
import { showFailure } from '@/trpc/show-failure.ts'
import type { PolicyChange, PolicyChoice, TablePolicy } from '../hooks/use-table-policy.ts'

type NodeOutcome = PolicyChange['nodes'][number]['outcome']

const states: Record<NodeOutcome, StepState> = {
  already: 'skipped',
  changed: 'done',
  refused: 'failed',
  unknown: 'unknown',
  'not-tried': 'waiting',
}
const words: Record<NodeOutcome, string> = {
  already: 'already changed',
  changed: 'changed and verified',
  refused: 'still on the old policy',
  unknown: 'could not be verified',
  'not-tried': 'not sent',
}

/** Each node's state after the change. */
function ChangeOutcome({ outcome }: { outcome: PolicyChange }) {
  return (
    <section aria-label="Outcome" role="status" className="flex flex-col gap-3">
      <p className="font-medium text-sm">
        {outcome.complete
          ? `All nodes use ${outcome.policy}. Verified.`
          : `Some nodes do not use ${outcome.policy} yet. Fix the errors below, then finish the change.`}
      </p>
      <StepList
        label="Outcome by node"
        steps={outcome.nodes.map((node) => ({
          id: node.node,
          title: <span className="font-mono text-xs">{node.node}</span>,
          state: states[node.outcome],
          meta: words[node.outcome],
          body: node.message ? <p className="break-words text-ink-2 text-xs">{node.message}</p> : null,
        }))}
      />
    </section>
  )
}

interface Props {
  at: ClusterTable
  view: TablePolicy | undefined
  choice: PolicyChoice | undefined
  onChanged: () => void
}

/** Checks, the statement of each node, the button, and afterwards each node's state. */
export function ChangePanel({ at, view, choice, onChanged }: Props) {
  const { change, outcome } = useChangePolicy(at, onChanged)
  const title = 'Effect'
  if (!view || !choice || (choice.verdict === 'current' && !outcome))
    return (
      <Panel
        title={title}
        className="lg:sticky lg:top-18"
        minHeightPx={200}
        state={{
          kind: 'empty',
          empty: {
            title: 'No policy selected',
            children: 'Choose a policy to see its effect on each node.',
          },
        }}
      />
    )
  return (
    <Panel title={title} className="lg:sticky lg:top-18" minHeightPx={200}>
      <div className="flex flex-col gap-4">
        {outcome && outcome.policy === choice.policy ? <ChangeOutcome outcome={outcome} /> : null}
        {choice.verdict === 'current' ? null : (
          <>
            <AnswerFirst inset answer={answerPolicyChange(answeredOf(view, choice))} />
            <PlanChecks checks={choice.checks} />
            {choice.verdict === 'refused' ? null : (
              <Change at={at} view={view} choice={choice} onConfirm={change} />
            )}
          </>
        )}
      </div>
    </Panel>
  )
}

/** Of the nodes that would change. */
function answeredOf(view: TablePolicy, choice: PolicyChoice) {
  const due = choice.nodes.filter(({ state }) => state === 'allowed')
  return {
    policy: choice.policy,
    refused: choice.verdict === 'refused',
    nodes: due.length,
    bytes: view.byNode
      .filter(({ node }) => due.some((each) => each.node === node))
      .reduce((sum, node) => sum + node.bytes, 0n),
    bytesDueAtOnce: due.reduce((sum, node) => sum + node.bytesDueAtOnce, 0n),
    final: choice.checks.some(({ id, outcome }) => id === 'way-back' && outcome === 'warning'),
  }
}

interface ChangeProps {
  at: ClusterTable
  view: TablePolicy
  choice: PolicyChoice
  onConfirm: (policy: string, withoutMissingNodes: boolean) => Promise<void>
}

function Change({ at, view, choice, onConfirm }: ChangeProps) {
  const operator = useRoleAllows('operator')
  const [withoutMissing, setWithoutMissing] = useState(false)
  const due = choice.nodes.filter(({ state }) => state === 'allowed')
  const { missingNodes } = view.coverage
  const { bytes, bytesDueAtOnce: atOnce, final } = answeredOf(view, choice)
  const name = `${at.database}.${at.table}`
  const nodes = formatCountOf(due.length, 'node')
  return (
    <>
      <CodeBlock
        wrap
        label="Statements"
        code={due.map(({ node, statement }) => `-- ${node}\n${statement};`).join('\n')}
        className="max-h-64"
      />
      {operator ? (
        <>
          {missingNodes.length > 0 ? (
            <Checkbox checked={withoutMissing} onCheckedChange={setWithoutMissing}>
              {`Skip ${missingNodes.join(', ')}, which did not respond, and finish later`}
            </Checkbox>
          ) : null}
          <ConfirmDialog
            danger={final}
            title={`Change ${name} to ${choice.policy}?`}
            description={`${nodes} with ${formatBytes(bytes)} of the table, one after the other. Each is verified. ${
              atOnce > 0n
                ? `The server starts to move up to ${formatBytes(atOnce)} immediately.`
                : 'No data moves.'
            }${final ? ' This cannot be undone.' : ''}`}
            confirmLabel="Change policy"
            cancelLabel="Cancel"
            onConfirm={() => onConfirm(choice.policy, withoutMissing)}
            trigger={
              <Button
                variant="primary"
                icon={<Replace aria-hidden />}
                disabled={missingNodes.length > 0 && !withoutMissing}
              >
                {choice.verdict === 'finish' ? `Finish on ${nodes}` : `Change on ${nodes}`}
              </Button>
            }
          />
        </>
      ) : (
        <p className="text-ink-3 text-xs">Only operators and admins can change it. Your role is read-only.</p>
      )}
    </>
  )
}

/** Changes the policy; afterwards all data about the table and storage is refetched. */
function useChangePolicy(at: ClusterTable, onChanged: () => void) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const mutation = useMutation(
    trpc.tablePolicy.change.mutationOptions({
      onError: (error) => showFailure(error, `change the storage policy of ${at.database}.${at.table}`),
      onSettled: () => {
        onChanged()
        void queryClient.invalidateQueries({ queryKey: trpc.tables.pathKey() })
        void queryClient.invalidateQueries({ queryKey: trpc.storage.pathKey() })
      },
    }),
  )
  return {
    outcome: mutation.data,
    change: async (policy: string, withoutMissingNodes: boolean) => {
      await mutation.mutateAsync({ ...at, policy, withoutMissingNodes })
    },
  }
}
