import { StepList, type StepState } from '@frostline/ui'
import type { PolicyChange } from '../hooks/use-table-policy.ts'

type NodeOutcome = PolicyChange['nodes'][number]['outcome']

const states: Record<NodeOutcome, StepState> = {
  already: 'skipped',
  changed: 'done',
  refused: 'failed',
  unknown: 'unknown',
  'not-tried': 'waiting',
}
const words: Record<NodeOutcome, string> = {
  already: 'already on it',
  changed: 'changed and verified',
  refused: 'still on the old policy',
  unknown: 'could not be verified',
  'not-tried': 'not sent',
}

/** What each node says after the change. */
export function ChangeOutcome({ outcome }: { outcome: PolicyChange }) {
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
