import { compareOldestFirst, type DraftStep } from '../tier-migration/draft-steps.ts'

/** Why a step is not part of this run. `never`: alone it is over the whole budget, so no run can take it. */
export type LeftOutReason = 'next-run' | 'never'

export interface BudgetedStep<Step extends DraftStep = DraftStep> {
  step: Step
  leftOut: LeftOutReason | null
}

/**
 * Takes steps while their bytes fit, the oldest first. The first that does not fit ends the run, so that a big old
 * partition is never overtaken for good by small young ones; one that fits no run at all is passed by and told.
 * A budget of null takes everything.
 */
export function fitBudget<Step extends DraftStep>(
  steps: readonly Step[],
  budgetBytes: bigint | null,
): BudgetedStep<Step>[] {
  let leftBytes = budgetBytes ?? 0n
  let full = false
  return steps.toSorted(compareOldestFirst).map((step) => {
    if (budgetBytes === null) return { step, leftOut: null }
    if (step.totals.bytes > budgetBytes) return { step, leftOut: 'never' }
    full ||= step.totals.bytes > leftBytes
    if (full) return { step, leftOut: 'next-run' }
    leftBytes -= step.totals.bytes
    return { step, leftOut: null }
  })
}
