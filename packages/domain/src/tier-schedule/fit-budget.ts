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
 * A budget of null takes everything. Steps of one `unit` go together: those that refer to what another one uploads.
 */
export function fitBudget<Step extends DraftStep & { unit?: string | null }>(
  steps: readonly Step[],
  budgetBytes: bigint | null,
): BudgetedStep<Step>[] {
  let leftBytes = budgetBytes ?? 0n
  let full = false
  const judge = (bytes: bigint): LeftOutReason | null => {
    if (budgetBytes === null) return null
    if (bytes > budgetBytes) return 'never'
    full ||= bytes > leftBytes
    if (full) return 'next-run'
    leftBytes -= bytes
    return null
  }
  const unitBytes = new Map<string, bigint>()
  for (const { unit, totals } of steps)
    if (unit) unitBytes.set(unit, (unitBytes.get(unit) ?? 0n) + totals.bytes)
  const judged = new Map<string, LeftOutReason | null>()
  return steps.toSorted(compareOldestFirst).map((step) => {
    const { unit, totals } = step
    if (!unit) return { step, leftOut: judge(totals.bytes) }
    const leftOut = judged.has(unit) ? (judged.get(unit) ?? null) : judge(unitBytes.get(unit) ?? 0n)
    judged.set(unit, leftOut)
    return { step, leftOut }
  })
}
