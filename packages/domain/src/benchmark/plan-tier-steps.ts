import { type BenchTier, benchTiers, type TierBenchmarkSpec } from './tier-benchmark-spec.ts'

type TierStepKind = BenchTier | 'copy-hot' | 'copy-cold'

export interface PlannedBenchmarkStep {
  kind: TierStepKind
  /** 0 for preparation. */
  round: number
  /** The partition, for a copy. */
  object: string | null
}

/**
 * First the copies, then round by round. Each round has all tiers in the same order, so that other load on the node
 * affects all alike and the second cached run directly follows the first.
 */
export function planTierSteps({ data, tiers, runs }: TierBenchmarkSpec): PlannedBenchmarkStep[] {
  const chosen = benchTiers.filter((tier) => tiers.includes(tier))
  const copies =
    data.kind === 'copies'
      ? copiesNeeded(chosen).flatMap((kind) => data.partitions.map((object) => ({ kind, round: 0, object })))
      : []
  const rounds = Array.from({ length: runs }, (_, index) =>
    chosen.map((kind) => ({ kind, round: index + 1, object: null })),
  )
  return [...copies, ...rounds.flat()]
}

/** The cold copy is made from the hot one. A copy of the table itself could share its objects and their cached data. */
function copiesNeeded(tiers: readonly BenchTier[]): ('copy-hot' | 'copy-cold')[] {
  return tiers.every((tier) => tier === 'hot') ? ['copy-hot'] : ['copy-hot', 'copy-cold']
}
