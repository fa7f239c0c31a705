import { compareOldestFirst, type DraftStep } from '../tier-migration/draft-steps.ts'

/** Why a step is not part of this run. `never`: it alone exceeds the whole budget, so no run can take it. */
export type LeftOutReason = 'next-run' | 'never'

export interface BudgetedStep<Step extends DraftStep = DraftStep> {
  step: Step
  leftOut: LeftOutReason | null
}

/**
 * Takes steps while their bytes fit, the oldest first. The first that does not fit ends the run, so that small new
 * partitions never overtake a big old one forever; one that fits no run at all is skipped and reported. A null budget
 * takes everything. Steps of one `unit` stay together: they refer to what another one uploads.
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
