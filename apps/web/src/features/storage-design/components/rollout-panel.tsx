'use client'
import { Button, ConfirmDialog, formatCountOf, StepList, type StepState } from '@frostline/ui'
import { useMutation } from '@tanstack/react-query'
import { RefreshCcw } from 'lucide-react'
import { useRoleAllows } from '@/auth/use-person.ts'
import { useTRPC } from '@/trpc/context.ts'
import { showFailure } from '@/trpc/show-failure.ts'
import type { ProposalDetail } from '../hooks/use-proposals.ts'

type NodeState = ProposalDetail['byNode'][number]['state']

const states: Record<NodeState, { step: StepState; word: string }> = {
  running: { step: 'done', word: 'applied' },
  partly: { step: 'running', word: 'partly applied' },
  'not-yet': { step: 'waiting', word: 'not applied' },
  unknown: { step: 'unknown', word: 'not responding' },
}

/** Which nodes run it, according to the nodes, and the reload for those that do not. */
export function RolloutPanel({ proposal, onDone }: { proposal: ProposalDetail; onDone: () => void }) {
  const trpc = useTRPC()
  const admin = useRoleAllows('admin')
  const reload = useMutation(
    trpc.storageProposals.reload.mutationOptions({
      onError: (error) => showFailure(error, 'reload the configuration of the nodes'),
      onSettled: onDone,
    }),
  )
  const open = proposal.byNode.filter(({ state }) => state !== 'running')
  const errors = proposal.findings.some(({ level }) => level === 'error')
  const messageOf = (node: string) => reload.data?.nodes.find((each) => each.node === node)?.message
  return (
    <div className="flex flex-col gap-4">
      <StepList
        label="Rollout by node"
        steps={proposal.byNode.map(({ node, state }) => ({
          id: node,
          title: <span className="font-mono text-xs">{node}</span>,
          state: states[state].step,
          meta: states[state].word,
          body: messageOf(node) ? <p className="break-words text-ink-2 text-xs">{messageOf(node)}</p> : null,
        }))}
      />
      {open.length === 0 ? (
        <p className="text-sm">All nodes run it, according to their system tables.</p>
      ) : (
        <p className="text-ink-2 text-xs">
          Put the file of each node into its config.d. Then reload the nodes, or restart those that need it,
          one at a time. This page shows what each node runs.
        </p>
      )}
      {admin && open.length > 0 ? (
        <ConfirmDialog
          title={`Reload the configuration of ${formatCountOf(open.length, 'node')}?`}
          description="SYSTEM RELOAD CONFIG is sent to one node after the other, and each is checked afterwards. It loads everything in the configuration folders, not only this file. No data moves."
          confirmLabel="Reload"
          cancelLabel="Cancel"
          onConfirm={async () => void (await reload.mutateAsync({ id: proposal.id }))}
          trigger={
            <Button
              className="self-start"
              icon={<RefreshCcw aria-hidden />}
              busy={reload.isPending}
              disabled={errors}
            >
              Reload {formatCountOf(open.length, 'node')}
            </Button>
          }
        />
      ) : null}
    </div>
  )
}
