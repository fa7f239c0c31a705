'use client'

import { Button, joinClasses, SkeletonRows } from '@frostline/ui'
import { NeedsRole } from '@/auth/needs-role.tsx'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { FormatStep } from './format-step.tsx'
import { ReviewStep } from './review-step.tsx'
import { SourceStep } from './source-step.tsx'
import { StrategyStep } from './strategy-step.tsx'
import { TargetStep } from './target-step.tsx'
import { type DraftState, type Resolving, type StepProps, useDraft, useResolved } from './use-draft.ts'

const steps = ['Source', 'Format', 'Target', 'Strategy', 'Review'] as const

/** From a bucket to a table in five steps. Nothing of the load is sent before the last; Back keeps everything. */
export function WizardPage({ cluster }: { cluster: string }) {
  return (
    <NeedsRole needed="operator" title="New load" task="Starting loads">
      <PageHeader
        title="New load"
        description="Load objects of a bucket into a table, each exactly once. Nothing is loaded until you start it in the last step."
      />
      <Wizard cluster={cluster} />
    </NeedsRole>
  )
}

function Wizard({ cluster }: { cluster: string }) {
  const state = useDraft(cluster)
  return state === null ? <SkeletonRows count={8} /> : <Steps cluster={cluster} state={state} />
}

function Steps({ cluster, state }: { cluster: string; state: DraftState }) {
  const resolving = useResolved(cluster, state.draft)
  const reachable = lastReachable(resolving)
  const step = Math.min(state.step, reachable)
  const props: StepProps = { cluster, state, resolving }
  return (
    <div className="flex flex-col gap-4">
      <nav aria-label="Steps">
        <ol className="flex flex-wrap gap-2">
          {steps.map((name, index) => (
            <li key={name}>
              <button
                type="button"
                disabled={index + 1 > reachable}
                aria-current={index + 1 === step ? 'step' : undefined}
                onClick={() => state.goTo(index + 1)}
                className={joinClasses(
                  'rounded-full border px-3 py-1 text-sm disabled:text-ink-3',
                  index + 1 === step ? 'border-accent bg-accent-soft font-medium' : 'enabled:hover:bg-hover',
                )}
              >
                {index + 1}. {name}
              </button>
            </li>
          ))}
        </ol>
      </nav>
      {step === 1 ? <SourceStep {...props} /> : null}
      {step === 2 ? <FormatStep {...props} /> : null}
      {step === 3 ? <TargetStep {...props} /> : null}
      {step === 4 ? <StrategyStep {...props} /> : null}
      {step === 5 ? <ReviewStep {...props} /> : null}
      <div className="flex justify-between gap-2">
        <Button disabled={step === 1} onClick={() => state.goTo(step - 1)}>
          Back
        </Button>
        {step < steps.length ? (
          <Button variant="primary" disabled={step >= reachable} onClick={() => state.goTo(step + 1)}>
            Next: {steps[step]}
          </Button>
        ) : null}
      </div>
    </div>
  )
}

/** A step is reachable when all earlier ones are complete. */
function lastReachable({ manifest, inspection, input }: Resolving): number {
  if ((manifest.data?.objects ?? 0) === 0) return 1
  if (!inspection.data) return 2
  return input === null ? 3 : 5
}
