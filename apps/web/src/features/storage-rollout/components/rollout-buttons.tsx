'use client'
import { isOpenRun, nextRunStatus, runStatuses } from '@frostline/domain'
import { Button, ConfirmDialog, formatCountOf } from '@frostline/ui'
import { CircleStop, FastForward, Play, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { describeReturn, describeWork } from '../describe-rollout.ts'
import type { Rollout, RolloutActions } from '../hooks/use-rollouts.ts'
import type { AppliedProposal } from './apply-button.tsx'
import { ApplyButton } from './apply-button.tsx'

interface RolloutButtonsProps {
  rollout: Rollout
  proposal: AppliedProposal
  actions: RolloutActions
  prepare: ReactNode
}

/** Actions that a rollout's current state allows. */
export function RolloutButtons({ rollout, proposal, actions, prepare }: RolloutButtonsProps) {
  const { id, status, direction, steps } = rollout
  const allows = (order: 'cancel' | 'retry' | 'revert') =>
    runStatuses.some((each) => each === status && nextRunStatus(order, each) !== null)
  const touched = steps.filter((step) => step.touched)
  const open = steps.filter((step) => step.status !== 'completed' && step.status !== 'skipped')
  const canRevert = direction === 'apply' && allows('revert') && touched.length > 0
  return (
    <div className="flex flex-wrap gap-2">
      {status === 'planned' ? (
        <ApplyButton rollout={rollout} proposal={proposal} start={actions.start} />
      ) : null}
      {allows('cancel') ? (
        <ConfirmDialog
          title="Stop after the current node?"
          description="The current node is finished, or no longer waited for. Other nodes are not changed. You can then finish or revert."
          confirmLabel="Stop the rollout"
          cancelLabel="Continue"
          onConfirm={async () => void (await actions.cancel.mutateAsync({ id }))}
          trigger={<Button icon={<CircleStop aria-hidden />}>Stop after this node</Button>}
        />
      ) : null}
      {allows('retry') ? (
        <ConfirmDialog
          title={`${direction === 'apply' ? 'Finish' : 'Finish reverting'} ${formatCountOf(open.length, 'node')}?`}
          description={`Nodes that are done do not change. ${describeWork(open, direction)}.`}
          confirmLabel={direction === 'apply' ? 'Finish' : 'Finish the revert'}
          cancelLabel="Cancel"
          onConfirm={async () => void (await actions.finish.mutateAsync({ id }))}
          trigger={
            <Button icon={direction === 'apply' ? <FastForward aria-hidden /> : <Play aria-hidden />}>
              {direction === 'apply' ? 'Finish' : 'Finish the revert'}
            </Button>
          }
        />
      ) : null}
      {canRevert ? (
        <ConfirmDialog
          danger
          title={`Restore the previous file on ${formatCountOf(touched.length, 'node')}?`}
          description={
            <>
              <p>{describeReturn(touched)} From the backup, the last node first.</p>
              <p>{describeWork(touched, 'revert')}. Each node is verified afterwards.</p>
            </>
          }
          confirmLabel="Revert"
          onConfirm={async () => void (await actions.revert.mutateAsync({ id }))}
          trigger={<Button icon={<Undo2 aria-hidden />}>Revert</Button>}
        />
      ) : null}
      {isOpenRun(status) ? null : prepare}
    </div>
  )
}
