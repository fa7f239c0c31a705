'use client'
import { Button, Checkbox, ConfirmDialog, formatBytes, formatCountOf } from '@frostline/ui'
import { Rocket } from 'lucide-react'
import { useState } from 'react'
import { ExpectedApproval } from '@/features/approvals/expected-approval.tsx'
import { describeWork } from '../describe-rollout.ts'
import type { Rollout, RolloutActions } from '../hooks/use-rollouts.ts'

export interface AppliedProposal {
  id: string
  clusterSlug: string
  title: string
  engine: 'waiting' | 'accepted' | 'refused' | 'unchecked'
  review: { outcome: 'approved' | 'rejected'; by: string } | null
  createdBy: string
}

interface ApplyButtonProps {
  rollout: Rollout
  proposal: AppliedProposal
  start: RolloutActions['start']
}

/** Shows exactly what will be done. If it is not allowed yet, shows what is missing. */
export function ApplyButton({ rollout, proposal, start }: ApplyButtonProps) {
  const [accepted, setAccepted] = useState(false)
  const { steps, id, planDigest } = rollout
  const missing = explainMissing(proposal)
  const unchecked = proposal.engine === 'unchecked'
  const bytes = steps.reduce((sum, { afterBytes }) => sum + BigInt(afterBytes), 0n)
  const label = `Apply to ${formatCountOf(steps.length, 'node')}`
  if (missing)
    return (
      <div className="flex w-full flex-col gap-1">
        <Button className="self-start" variant="primary" disabled icon={<Rocket aria-hidden />}>
          {label}
        </Button>
        <p className="text-warn-ink text-xs">{missing}</p>
      </div>
    )
  return (
    <ConfirmDialog
      title={`${label}?`}
      description={
        <div className="flex flex-col gap-2">
          <p>
            {formatBytes(bytes)} of configuration are written to {formatCountOf(steps.length, 'file')}, one
            node after the other. The current files are kept as a backup. {describeWork(steps, 'apply')}.
          </p>
          <p>
            Each node is verified before the next one is changed. The first failure stops the rollout. No
            table data moves.
          </p>
          {proposal.review?.by === proposal.createdBy ? (
            <p className="text-warn-ink">Approved by its designer. Nobody else has reviewed it.</p>
          ) : null}
        </div>
      }
      confirmLabel={label}
      cancelLabel="Cancel"
      onConfirm={async () => {
        await start.mutateAsync({ id, planDigest: planDigest ?? '', acceptUnchecked: unchecked && accepted })
      }}
      trigger={
        <Button variant="primary" icon={<Rocket aria-hidden />}>
          {label}
        </Button>
      }
    >
      {unchecked ? (
        <Checkbox checked={accepted} onCheckedChange={setAccepted}>
          Apply without an engine check
        </Checkbox>
      ) : null}
      <ExpectedApproval cluster={proposal.clusterSlug} kind="storage-rollout" />
    </ConfirmDialog>
  )
}

function explainMissing({ review, engine }: AppliedProposal): string | null {
  if (engine === 'refused') return 'ClickHouse rejects this proposal.'
  if (engine === 'waiting') return 'The check by ClickHouse has not finished yet.'
  if (review?.outcome === 'approved') return null
  return review ? 'The proposal was rejected.' : 'It must be approved first, preferably by a second person.'
}
