'use client'
import { Button, ConfirmDialog, formatCountOf, StepList, type StepState } from '@frostline/ui'
import { useMutation } from '@tanstack/react-query'
import { RefreshCcw } from 'lucide-react'
import { useRoleAllows } from '@/auth/use-person.ts'
import { useTRPC } from '@/trpc/context.ts'
import { tellFailure } from '@/trpc/tell-failure.ts'
import type { ProposalDetail } from '../hooks/use-proposals.ts'

type NodeState = ProposalDetail['byNode'][number]['state']

const states: Record<NodeState, { step: StepState; word: string }> = {
  running: { step: 'done', word: 'runs it' },
  partly: { step: 'running', word: 'runs a part of it' },
  'not-yet': { step: 'waiting', word: 'does not run it yet' },
  unknown: { step: 'unknown', word: 'could not be looked at' },
}

/** Which nodes run it, as they say themselves, and the reload for those that do not. */
export function RolloutPanel({ proposal, onDone }: { proposal: ProposalDetail; onDone: () => void }) {
  const trpc = useTRPC()
  const admin = useRoleAllows('admin')
  const reload = useMutation(
    trpc.storageProposals.reload.mutationOptions({
      onError: (error) => tellFailure(error, 'have the nodes read their configuration'),
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
        <p className="text-sm">Every node runs it, as far as system tables tell.</p>
      ) : (
        <p className="text-ink-2 text-xs">
          Put the file of each node into its config.d. Then have the nodes read it, or restart those that take
          a restart, one at a time; what they run is looked at here.
        </p>
      )}
      {admin && open.length > 0 ? (
        <ConfirmDialog
          title={`Have ${formatCountOf(open.length, 'node')} read their configuration?`}
          description="SYSTEM RELOAD CONFIG is sent to one node after the other, and each is looked at afterwards. It takes whatever lies in the configuration folders, not only this file. No byte of data moves."
          confirmLabel="Reload"
          cancelLabel="Not now"
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
