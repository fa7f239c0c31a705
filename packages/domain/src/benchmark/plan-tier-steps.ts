import { type BenchTier, benchTiers, type TierBenchmarkSpec } from './tier-benchmark-spec.ts'

type TierStepKind = BenchTier | 'copy-hot' | 'copy-cold'

export interface PlannedBenchmarkStep {
  kind: TierStepKind
  /** 0: it prepares. */
  round: number
  /** Of a copy: the partition. */
  object: string | null
}

/**
 * The copies first; then round by round, all tiers in one order in each, so that what else goes on at the node falls on all
 * alike, and a second run with the cache follows the first at once.
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

/** The cold copy is made from the hot one: made from the table, it could share its objects, and what is cached of them. */
function copiesNeeded(tiers: readonly BenchTier[]): ('copy-hot' | 'copy-cold')[] {
  return tiers.every((tier) => tier === 'hot') ? ['copy-hot'] : ['copy-hot', 'copy-cold']
}
