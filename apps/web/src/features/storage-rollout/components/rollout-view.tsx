'use client'
import { answerRollout } from '@frostline/domain'
import { formatBytes, joinClasses, StepList } from '@frostline/ui'
import type { ReactNode } from 'react'
import { useRoleAllows } from '@/auth/use-person.ts'
import { AnswerFirst } from '@/features/answer/answer-first.tsx'
import { HistoryDetails } from '@/features/run/history-panel.tsx'
import { describeLoad, stepStates } from '../describe-rollout.ts'
import type { Rollout, RolloutActions, RolloutStep } from '../hooks/use-rollouts.ts'
import type { AppliedProposal } from './apply-button.tsx'
import { RolloutButtons } from './rollout-buttons.tsx'

const lineClasses = {
  '+': 'bg-ok-soft text-ok-ink',
  '-': 'bg-danger-soft text-danger-ink',
  ' ': 'text-ink-2',
}

/** Line diff of each node's file, against its content at planning time. */
function FileDiffs({ steps }: { steps: readonly RolloutStep[] }) {
  return (
    <div className="flex flex-col gap-2">
      {steps.map(({ id, node, diff, beforeBytes }) => {
        const changed = diff.filter(({ sign }) => sign !== ' ').length
        return (
          <details key={id} className="rounded-md border">
            <summary className="cursor-pointer px-3 py-1.5 text-xs">
              File of <span className="font-mono">{node}</span>:{' '}
              {changed === 0 ? 'no change' : beforeBytes === null ? 'new' : `${changed} lines change`}
            </summary>
            <section
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
              tabIndex={0}
              aria-label={`Written to ${node}`}
              className="max-h-80 overflow-auto border-t"
            >
              <pre className="min-w-max font-mono text-2xs leading-5">
                {diff.map(({ sign, text }, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: lines repeat, and their order is all they have
                  <span key={index} className={joinClasses('block px-3', lineClasses[sign])}>
                    {sign} {text}
                  </span>
                ))}
              </pre>
            </section>
          </details>
        )
      })}
    </div>
  )
}

interface RolloutViewProps {
  rollout: Rollout
  proposal: AppliedProposal
  actions: RolloutActions
  /** The button that makes a new plan. */
  prepare: ReactNode
}

/** The latest rollout: each node with its file, progress and actions. */
export function RolloutView({ rollout, proposal, actions, prepare }: RolloutViewProps) {
  const admin = useRoleAllows('admin')
  return (
    <>
      <AnswerFirst
        inset
        answer={answerRollout({
          ...{ status: rollout.status, waitReason: rollout.waitReason },
          reverts: rollout.direction === 'revert',
          nodes: rollout.steps.map(({ status }) => status),
          restarts: rollout.steps.filter(
            (step) => (rollout.direction === 'apply' ? step.load : step.revertLoad).load === 'restart',
          ).length,
        })}
      />
      {rollout.error ? (
        <p
          role="alert"
          className="whitespace-pre-wrap break-words rounded-md bg-danger-soft px-3 py-2 text-danger-ink text-sm"
        >
          {rollout.error}
        </p>
      ) : null}
      {rollout.steps.length > 0 ? (
        <StepList
          label="Nodes of the rollout"
          steps={rollout.steps.map((step) => ({
            id: step.id,
            title: <span className="font-mono text-xs">{step.node}</span>,
            state: stepStates[step.status].state,
            meta: stepStates[step.status].word,
            body: <StepBody step={step} direction={rollout.direction} />,
          }))}
        />
      ) : null}
      {rollout.steps.length > 0 ? <FileDiffs steps={rollout.steps} /> : null}
      {rollout.startedBy === null ? null : <HistoryDetails id={rollout.id} kind="storage-rollout" />}
      {admin ? (
        <RolloutButtons rollout={rollout} proposal={proposal} actions={actions} prepare={prepare} />
      ) : null}
    </>
  )
}

function StepBody({ step, direction }: { step: RolloutStep; direction: Rollout['direction'] }) {
  const { reasons } = direction === 'apply' ? step.load : step.revertLoad
  const sizes = [
    step.beforeBytes === null ? 'no file' : formatBytes(BigInt(step.beforeBytes)),
    formatBytes(BigInt(step.afterBytes)),
  ]
  const [from, to] = direction === 'apply' ? sizes : sizes.toReversed()
  const open = step.status === 'planned' || step.status === 'running'
  return (
    <div className="flex flex-col gap-0.5 text-ink-2 text-xs">
      <p className="break-all font-mono">{step.path}</p>
      <p>
        {from} → {to} · {describeLoad(step, direction)}
      </p>
      {open ? reasons.map((reason) => <p key={reason}>{reason}</p>) : null}
      {step.waitReason ? (
        <p role="status" className="break-words text-ink">
          {step.waitReason}
        </p>
      ) : null}
      {step.error ? <p className="break-words text-danger-ink">{step.error}</p> : null}
    </div>
  )
}
